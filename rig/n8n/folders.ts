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
