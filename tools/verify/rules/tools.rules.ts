import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { lineFolder, node24 } from '../../../rig/n8n/folders';
import { classesOf, type Candidate } from '../candidate';
import type { RuleGroup } from '../rule';
import { toolsFolder } from '../tools/install';

/** Runs one of the scripts in `tools/`, with the tools of that folder, and reads what it prints. */
async function tool(folder: string, script: string, ...args: string[]): Promise<string[]> {
	const command = [path.join(folder, script), ...args];
	const options = { maxBuffer: 20_000_000 };
	const { stdout } = await promisify(execFile)(node24(), command, options);
	return JSON.parse(stdout.trim().split('\n').at(-1)!) as string[];
}

/** @param folder where the tools are installed */
export const toolRules = (folder = toolsFolder): RuleGroup => ({
	title: "n8n's own tools (npx @n8n/scan-community-package, n8n-node lint)",
	rules: [
		{
			says: 'The official scan passes on the source',
			broken: async ({ sourceFolder }) => await tool(folder, 'scan.mjs', 'source', sourceFolder),
		},
		{
			says: 'The official scan passes on the tarball',
			broken: async ({ packageFolder }) => await tool(folder, 'scan.mjs', 'tarball', packageFolder),
		},
		{
			says: 'n8n-node lint with its own config finds nothing in the source, not even a warning',
			broken: async ({ sourceFolder }) => await tool(folder, 'lint.mjs', sourceFolder),
		},
	],
});

/** What n8n puts around a type file of its assistant. */
const AROUND = `
type Expression<T> = string & { result?: T };
interface CredentialReference { id: string }
interface IDataObject { [name: string]: unknown }
type NodeConfig<Parameters> = { parameters?: Parameters };
type Items<Output> = Output[];
`;

/** The type file that n8n 2.x writes of the node, for its assistant to read. */
function typeFileOf(candidate: Candidate): string {
	const sdk = path.join(lineFolder('2.x'), 'node_modules/@n8n/workflow-sdk/package.json');
	const { generateSingleVersionTypeFile: generate } = createRequire(sdk)(
		'./dist/generate-types/generate-types.js',
	) as { generateSingleVersionTypeFile(node: object, version: number): string };
	const { description } = classesOf(candidate).node;
	return generate({ ...description, name: `${candidate.manifest.name}.${description.name}` }, 1);
}

export const assistantRules: RuleGroup = {
	title: "Understood by n8n's assistant",
	rules: [
		{
			says: 'The type file that n8n 2.x writes of the node compiles, with each option once',
			broken: async (candidate) => {
				// Beside what the other tools look at.
				const file = path.join(path.dirname(candidate.packageFolder), 'assistant.ts');
				await writeFile(file, AROUND + typeFileOf(candidate));
				const program = ts.createProgram([file], { noEmit: true, strict: true, types: [] });
				return ts
					.getPreEmitDiagnostics(program)
					.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
			},
		},
	],
};
