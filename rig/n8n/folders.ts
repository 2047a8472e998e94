import path from 'node:path';

/** The lines of n8n that are supported; each has a folder of its own with a fixed version. */
export const LINES = ['2.x', '1.x'] as const;

export type N8nLine = (typeof LINES)[number];

export const projectFolder = path.resolve(__dirname, '..', '..');

/** Where `npm start` keeps its n8n: database, credentials, settings. */
export const dataFolder = path.join(__dirname, '..', '.data');

export const examplesFolder = path.join(projectFolder, 'examples');

export function lineFolder(line: N8nLine): string {
	return path.join(__dirname, line);
}

/** The Node 24 that the devDependency `node` brings: n8n 2.x does not start on an older one. */
export const node24 = () => path.join(projectFolder, 'node_modules', 'node', 'bin', 'node');

/** PATH with the project's Node 24 first, so that every `node` a child starts is that one. */
export const pathWithNode24 = () => `${path.dirname(node24())}:${process.env.PATH}`;
