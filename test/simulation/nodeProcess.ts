import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { buildSync } from 'esbuild';
import type { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import type { WhatsAppSender } from '../../nodes/WhatsAppSender/WhatsAppSender.node';

const find = createRequire(__filename);
const loaded = new Map<string, unknown>();
/** What the package needs of n8n and Node.js, which tsx would look for again and again. */
function load(name: string): unknown {
	if (!loaded.has(name)) loaded.set(name, find(name));
	return loaded.get(name);
}
const extensions: Record<string, unknown> = require.extensions;
// Of two files beside each other, `WhatsAppSender.node.ts` is meant, and not `.json`.
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;

/** What a process of n8n has loaded of this package, with whatever its modules remember. */
export interface NodeProcess {
	message: Pick<WhatsAppSender['customOperations']['message'], 'sendText'>;
	credentialTypes: WhatsAppSenderApi[];
}

const contents = `
	export { WhatsAppSender } from './nodes/WhatsAppSender/WhatsAppSender.node';
	export { WhatsAppSenderApi } from './credentials/WhatsAppSenderApi.credentials';
`;
const bundle = buildSync({
	stdin: { contents, resolveDir: path.resolve(__dirname, '../..') },
	bundle: true,
	write: false,
	platform: 'node',
	packages: 'external',
	logLevel: 'silent',
});
/** All modules of the package, to be run again and again. */
const modules = new Script(`(function (require, module) {${bundle.outputFiles[0].text}\n})`, {
	filename: 'node-and-credentials.js',
});

let running: NodeProcess | undefined;

/** The process of n8n that runs; one broadcast after the other, until it is started again. */
export const currentProcess = (): NodeProcess => (running ??= newProcess());

/** The next one begins without anything that its modules remembered. */
export function restart(): void {
	running = undefined;
}

function newProcess(): NodeProcess {
	const module = { exports: {} as Record<string, new () => never> };
	modules.runInThisContext()(load, module);
	const { WhatsAppSender: Node, WhatsAppSenderApi: Credential } = module.exports;
	const { message } = (new Node() as WhatsAppSender).customOperations;
	return { message, credentialTypes: [new Credential()] };
}
