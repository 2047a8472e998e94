import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import manifest from '../../package.json';
import { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';
import { lineFolder, node24, projectFolder } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/npm';

/** The tools have dependencies that the project must not have, so they live in a folder of their own. */
const TOOLS = path.join(__dirname, 'tools');
const INSTALL = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
const ESLINT = 'node_modules/eslint/bin/eslint.js';
const GENERATOR = 'node_modules/@n8n/workflow-sdk/dist/generate-types/generate-types.js';

/** What n8n puts around a type file of its assistant. */
const AROUND = `
type Expression<T> = string & { result?: T };
interface CredentialReference { id: string }
interface IDataObject { [name: string]: unknown }
type NodeConfig<Parameters> = { parameters?: Parameters };
type Items<Output> = Output[];
`;

/** Fails with what the tool prints. */
async function run(script: string, ...args: string[]): Promise<void> {
	const command = [path.join(TOOLS, script), ...args];
	// The rules of n8n's linter apply to files of any name where this is "test", as jest has it.
	const env = { ...process.env, NODE_ENV: undefined };
	await promisify(execFile)(node24(), command, { cwd: projectFolder, env }).catch((error) => {
		throw new Error(`${error.stdout}\n${error.stderr}`);
	});
}

beforeAll(async () => void (await npm(INSTALL, TOOLS)), 600_000);

test('The official scan passes on the source and on what is published', async () => {
	await run('scan.mjs', projectFolder);
});

test('n8n-node lint with its own config finds nothing in the source, not even a warning', async () => {
	const strictly = ['--no-inline-config', '--max-warnings', '0'];
	const config = ['--config', path.join(TOOLS, 'lint.mjs')];
	await run(ESLINT, ...config, ...strictly, 'nodes', 'credentials', 'package.json');
});

test('The type file that n8n 2.x writes for its assistant compiles, with each option once', async () => {
	const { generateSingleVersionTypeFile: generate } = await import(
		path.join(lineFolder('2.x'), GENERATOR)
	);
	const { description } = new WhatsAppSender();
	const folder = await mkdtemp(path.join(tmpdir(), 'assistant-'));
	const file = path.join(folder, 'node.ts');
	await writeFile(
		file,
		AROUND + generate({ ...description, name: `${manifest.name}.${description.name}` }, 1),
	);
	const program = ts.createProgram([file], { noEmit: true, strict: true, types: [] });
	const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
	await rm(folder, { recursive: true });
	expect(problems).toEqual([]);
});
