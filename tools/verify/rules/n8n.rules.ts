import type { N8nLine } from '../../../rig/n8n/folders';
import { type Rule, type RuleGroup, unless } from '../rule';
import { withInstalled, type Installed } from '../installed';

/** Each with an output schema, and a field in it where the output is known. */
const OPERATIONS = [
	['message/sendText', 'recipient'],
	['message/sendMedia', 'recipient'],
	['list/getLists', 'title'],
	['list/getListContacts', 'is_group'],
	['webhook/webhookList', undefined],
] as const;

interface Codex {
	categories?: string[];
	alias?: string[];
}

const loads: Array<Rule<Installed>> = [
	{
		says: 'npm adds nothing and removes nothing, as it runs no script and finds no dependency',
		broken: ({ before, after }) => [
			...after.filter((file) => !before.includes(file)).map((file) => `${file} was added`),
			...before.filter((file) => !after.includes(file)).map((file) => `${file} was removed`),
		],
	},
	{
		says: 'n8n loads the node, in version 1, and its tool variant',
		broken: async ({ typeNamed, nodeType }) => {
			const [node, tool] = [await typeNamed(nodeType), await typeNamed(`${nodeType}Tool`)];
			return [
				...unless(node?.displayName === 'WhatsApp Sender', `it is "${node?.displayName}"`),
				...unless(node?.version === 1, `the node has version ${node?.version}`),
				...unless(String(tool?.outputs) === 'ai_tool', 'no tool variant'),
			];
		},
	},
	{
		says: 'n8n loads the credential, and both themed icons are served',
		broken: async ({ typeNamed, nodeType, credentialNamed, get }) => {
			const owners = [await typeNamed(nodeType), await credentialNamed('whatsAppSenderApi')];
			const problems: string[] = [];
			for (const owner of owners) {
				const icons = Object.values((owner?.iconUrl ?? {}) as Record<string, string>);
				problems.push(...unless(new Set(icons).size === 2, `${owner?.name} has icons ${icons}`));
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
		broken: async ({ typeNamed, nodeType, get }) => {
			const codex = (await typeNamed(nodeType))?.codex as Codex | undefined;
			const problems = [
				...unless(!!codex?.categories?.includes('Communication'), 'no codex'),
				...unless(!!codex?.alias?.includes('contact list'), 'not found as "contact list"'),
			];
			for (const [operation, field] of OPERATIONS) {
				const { status, text } = await get(`/schemas/${nodeType}/1.0.0/${operation}.json`);
				const isSchema = status === 200 && (!field || text.includes(`"${field}"`));
				problems.push(...unless(isSchema, `${operation}: HTTP ${status}`));
			}
			return problems;
		},
	},
	{
		says: 'n8n prints no complaint about the package',
		broken: ({ printed, packageName }) =>
			printed()
				.split('\n')
				.filter((line) => line.includes(packageName) || /problem (with )?loading/i.test(line)),
	},
];

/** The rules over one line of n8n; it is installed and started by the first, and ended by `stop`. */
export const n8nRules = (line: N8nLine): RuleGroup & { stop(): Promise<void> } => {
	const installed = withInstalled(line);
	return {
		title: `Installed as n8n does it (pack, strip, npm without scripts) into n8n ${line}`,
		rules: loads.map(({ says, broken }) => ({
			says: `${line}: ${says}`,
			broken: async ({ manifest }) => await broken(await installed.get(manifest)),
		})),
		stop: async () => await installed.stop(),
	};
};
