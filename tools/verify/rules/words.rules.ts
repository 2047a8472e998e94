import { execFile } from 'node:child_process';
import path from 'node:path';
import { node24 } from '../../../rig/n8n/folders';
import type { RuleGroup } from '../rule';

/** Runs a tool of the project; what it prints is what it found. */
async function output(projectFolder: string, script: string, ...args: string[]): Promise<string[]> {
	const command = [path.join(projectFolder, 'node_modules', script), ...args];
	return await new Promise((resolve) =>
		execFile(node24(), command, { cwd: projectFolder }, (failed, stdout, stderr) =>
			resolve(failed ? [stdout.trim() || stderr.trim() || failed.message] : []),
		),
	);
}

export const wordRules: RuleGroup = {
	title: 'The repository',
	rules: [
		{
			says: 'Code, documents and every text that n8n shows are spelled right (cspell)',
			broken: async ({ projectFolder }) =>
				await output(projectFolder, 'cspell/bin.mjs', '--no-progress', '--no-summary'),
		},
		{
			says: 'No code and no dependency is unused (knip)',
			broken: async ({ projectFolder }) => await output(projectFolder, 'knip/bin/knip.js'),
		},
	],
};
