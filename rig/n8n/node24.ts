import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './folders';

const binaries = path.join(projectFolder, 'node_modules', '.bin');

/** The Node 24 that the devDependency `node` brings: n8n 2.x does not start on an older one. */
export function node24(): string {
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	const own = path.join(projectFolder, 'node_modules', 'node', 'bin', name);
	if (existsSync(own)) return own;
	if (majorVersion(process.versions.node) >= 24) return process.execPath;
	throw new Error(
		'Node 24 is missing in node_modules: run "npm install" (without --ignore-scripts) once more.',
	);
}

/** PATH with the project's Node 24 first, so that every `node` a child starts is that one. */
export function pathWithNode24(): string {
	return [binaries, path.dirname(node24()), process.env.PATH].filter(Boolean).join(path.delimiter);
}

function majorVersion(version: string): number {
	return Number(version.split('.')[0]);
}
