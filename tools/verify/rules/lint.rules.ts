import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { node24 } from '../../../rig/n8n/folders';
import type { RuleGroup } from '../rule';
import { toolsFolder } from '../tools/install';

/** Runs one of the scripts in `tools/`, with the tools of that folder, and reads what it prints. */
async function tool<Result>(folder: string, script: string, ...args: string[]): Promise<Result> {
	const command = [path.join(folder, script), ...args];
	const options = { maxBuffer: 20_000_000 };
	const { stdout } = await promisify(execFile)(node24(), command, options);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as Result;
}

interface Scanned {
	passed: boolean;
	message?: string;
	details?: string;
}

const scan = async (folder: string, leg: 'source' | 'tarball', subject: string) => {
	const { passed, message, details } = await tool<Scanned>(folder, 'scan.mjs', leg, subject);
	return passed ? [] : [`${message}\n${details ?? ''}`];
};

/** @param folder where the tools are installed */
export const lintRules = (folder = toolsFolder): RuleGroup => ({
	title: "n8n's own tools (npx @n8n/scan-community-package, n8n-node lint)",
	rules: [
		{
			says: 'The official scan passes on the source',
			broken: async ({ sourceFolder }) => await scan(folder, 'source', sourceFolder),
		},
		{
			says: 'The official scan passes on the tarball',
			broken: async ({ packageFolder }) => await scan(folder, 'tarball', packageFolder),
		},
		{
			says: 'n8n-node lint with its own config finds nothing in the source, not even a warning',
			broken: async ({ sourceFolder }) => await tool<string[]>(folder, 'lint.mjs', sourceFolder),
		},
	],
});
