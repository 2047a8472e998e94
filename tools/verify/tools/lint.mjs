/**
 * `n8n-node lint` over a folder: the very config that n8n's tool writes into a new package, with
 * nothing switched off in the code. Prints a JSON array of findings, warnings included.
 *
 * node lint.mjs <folder>
 */
import { config } from '@n8n/node-cli/eslint';
import { ESLint } from 'eslint';
import path from 'node:path';

const [folder] = process.argv.slice(2);
const eslint = new ESLint({
	cwd: folder,
	overrideConfigFile: true,
	overrideConfig: config,
	allowInlineConfig: false,
});
const findings = (await eslint.lintFiles(['.'])).flatMap(({ filePath, messages }) =>
	messages.map(
		({ line, ruleId, message }) =>
			`${path.relative(folder, filePath)}:${line} ${ruleId ?? ''} ${message}`,
	),
);
process.stdout.write(`${JSON.stringify(findings)}\n`);
