import path from 'node:path';

export const projectFolder = path.resolve(__dirname, '..', '..');

/** Where `npm start` keeps its n8n: database, credentials, settings. */
export const dataFolder = path.join(__dirname, '..', '.data');

export const examplesFolder = path.join(projectFolder, 'examples');

/** Its package.json names the one version of n8n that the sandbox and the tests start. */
export const n8nFolder = path.join(__dirname, '2.x');

/** The Node 24 that the devDependency `node` brings: n8n 2.x does not start on an older one. */
export const node24 = () => path.join(projectFolder, 'node_modules', 'node', 'bin', 'node');

/** PATH with the project's Node 24 first, so that every `node` a child starts is that one. */
export const pathWithNode24 = () => `${path.dirname(node24())}:${process.env.PATH}`;
