import path from 'node:path';

export const projectFolder = path.resolve(__dirname, '..', '..');

/** `npm start` keeps n8n's database, credentials and settings here. */
export const dataFolder = path.join(__dirname, '..', '.data');

export const examplesFolder = path.join(projectFolder, 'examples');

/** Its package.json names the version of n8n that `npm start` and the tests start. */
export const n8nFolder = path.join(__dirname, '2.x');

/** Node 24 from the devDependency `node`: n8n 2.x does not start on an older one. */
export const node24 = () => path.join(projectFolder, 'node_modules', 'node', 'bin', 'node');

/** PATH with the project's Node 24 first, so that child processes start this one. */
export const pathWithNode24 = () => `${path.dirname(node24())}:${process.env.PATH}`;
