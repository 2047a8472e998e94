import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';
import { lineFolder } from '../../../rig/n8n/folders';
import type { Candidate } from '../candidate';
import { classesOf } from '../form';
import type { RuleGroup } from '../rule';

const FILE = 'node.ts';
/** What n8n puts around a type file of its assistant. */
const AROUND = `
type Expression<T> = string & { result?: T };
interface CredentialReference { id: string }
interface IDataObject { [name: string]: unknown }
type NodeConfig<Parameters> = { parameters?: Parameters };
type Items<Output> = Output[];
`;

type Generate = (node: INodeTypeDescription, version: number) => string;

/** The type file that n8n 2.x writes of the node, for its assistant to read. */
function typeFileOf(candidate: Candidate): string {
	const sdk = path.join(lineFolder('2.x'), 'node_modules/@n8n/workflow-sdk/package.json');
	const { generateSingleVersionTypeFile: generate } = createRequire(sdk)(
		'./dist/generate-types/generate-types.js',
	) as { generateSingleVersionTypeFile: Generate };
	const { description } = classesOf(candidate).node;
	return generate(
		{ ...description, name: `${candidate.manifest.name}.${description.name}` } as never,
		1,
	);
}

/** What the compiler says of a file that is only in memory. */
function complaintsAbout(code: string): string[] {
	const options: ts.CompilerOptions = { noEmit: true, strict: true, types: [] };
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	host.fileExists = (file) => file === FILE || fileExists(file);
	host.getSourceFile = (file, version) =>
		file === FILE ? ts.createSourceFile(file, code, version) : getSourceFile(file, version);
	const program = ts.createProgram([FILE], options, host);
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

export const assistantRules: RuleGroup = {
	title: "Understood by n8n's assistant",
	rules: [
		{
			says: 'The type file that n8n 2.x writes of the node compiles, with each option once',
			broken: (candidate) => complaintsAbout(AROUND + typeFileOf(candidate)),
		},
	],
};
