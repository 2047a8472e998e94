import { readdir } from 'node:fs/promises';
import type { N8nLine } from '../../../rig/n8n/folders';
import { npm } from '../../../rig/n8n/npm';
import { startRig, type Rig } from '../../../rig/startRig';
import type { Codex } from '../candidate';
import { type Rule, type RuleGroup, unless } from '../rule';

/** The arguments that n8n gives to npm in the folder of a community package (both lines). */
const INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];
const PACKAGE = 'n8n-nodes-whatsapp-sender';
const NODE = `${PACKAGE}.whatsAppSender`;
/** Each with an output schema, and a field in it where the output is known. */
const OPERATIONS = [
	['message/sendText', 'recipient'],
	['message/sendMedia', 'recipient'],
	['list/getLists', 'title'],
	['list/getListContacts', 'is_group'],
	['webhook/webhookList', ''],
];

/** A node or a credential, as n8n has loaded it. */
interface Loaded {
	name: string;
	displayName?: string;
	version?: number;
	outputs?: unknown;
	iconUrl?: Record<string, string>;
	codex?: Codex;
}

/** A running n8n into which the package was installed. */
interface Installed {
	rig: Rig;
	/** The files of the package before and after n8n's `npm install` in it. */
	before: string[];
	after: string[];
	loaded(name: string): Loaded | undefined;
	get(urlPath: string): Promise<{ status: number; type: string; text: string }>;
}

async function install(line: N8nLine): Promise<Installed> {
	let before: string[] = [];
	let after: string[] = [];
	const prepare = async (folder: string) => {
		before = await readdir(folder, { recursive: true });
		await npm(INSTALL, folder);
		after = await readdir(folder, { recursive: true });
	};
	const rig = await startRig({ line, prepare });
	const { client } = rig.api;
	const types: Loaded[] = [
		...(await rig.api.nodeTypes()),
		...(await client.request<Loaded[]>('GET', '/types/credentials.json')),
	];
	return {
		rig,
		before,
		after,
		loaded: (name) => types.find((type) => type.name === name),
		async get(urlPath) {
			const { status, headers, body } = await client.send('GET', urlPath);
			const type = headers.get('content-type') ?? '';
			return { status, type, text: typeof body === 'string' ? body : JSON.stringify(body) };
		},
	};
}

const rules: Array<Rule<Installed>> = [
	{
		says: 'npm adds nothing and removes nothing, as it runs no script and finds no dependency',
		broken: ({ before, after }) => [
			...after.filter((file) => !before.includes(file)).map((file) => `${file} was added`),
			...before.filter((file) => !after.includes(file)).map((file) => `${file} was removed`),
		],
	},
	{
		says: 'n8n loads the node, in version 1, and its tool variant',
		broken: ({ loaded }) => {
			const [node, tool] = [loaded(NODE), loaded(`${NODE}Tool`)];
			return [
				...unless(node?.displayName === 'WhatsApp Sender', `it is "${node?.displayName}"`),
				...unless(node?.version === 1, `the node has version ${node?.version}`),
				...unless(String(tool?.outputs) === 'ai_tool', 'no tool variant'),
			];
		},
	},
	{
		says: 'n8n loads the credential, and both themed icons are served',
		broken: async ({ loaded, get }) => {
			const problems: string[] = [];
			for (const name of [NODE, 'whatsAppSenderApi']) {
				const icons = Object.values(loaded(name)?.iconUrl ?? {});
				problems.push(...unless(new Set(icons).size === 2, `${name} has icons ${icons}`));
				for (const icon of icons) {
					const { status, type, text } = await get(`/${icon}`);
					const served = status === 200 && type.includes('image/svg+xml') && text.includes('<svg');
					problems.push(...unless(served, `${icon}: HTTP ${status}, ${type}`));
				}
			}
			return problems;
		},
	},
	{
		says: 'n8n has the codex, and serves the output schema of each operation',
		broken: async ({ loaded, get }) => {
			const { alias } = loaded(NODE)?.codex ?? {};
			const problems = unless(!!alias?.includes('contact list'), 'not found as "contact list"');
			for (const [operation, field] of OPERATIONS) {
				const { status, text } = await get(`/schemas/${NODE}/1.0.0/${operation}.json`);
				const isSchema = status === 200 && text.includes(field);
				problems.push(...unless(isSchema, `${operation}: HTTP ${status}`));
			}
			return problems;
		},
	},
	{
		says: 'n8n prints no complaint about the package',
		broken: ({ rig }) =>
			(rig.n8n.output().match(/.+/g) ?? []).filter(
				(line) => line.includes(PACKAGE) || /problem (with )?loading/i.test(line),
			),
	},
];

/** The rules over one line of n8n; the first one starts it, and `stop` ends it. */
export const n8nRules = (line: N8nLine): RuleGroup & { stop(): Promise<void> } => {
	let installed: Promise<Installed> | undefined;
	return {
		title: `Installed as n8n does it (pack, strip, npm without scripts) into n8n ${line}`,
		rules: rules.map(({ says, broken }) => ({
			says: `${line}: ${says}`,
			broken: async () => await broken(await (installed ??= install(line))),
		})),
		stop: async () => await (await installed?.catch(() => undefined))?.rig.stop(),
	};
};
