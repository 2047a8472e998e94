import type { N8nLine } from '../../../rig/n8n/folders';
import { type Rule, type RuleGroup, unless } from '../rule';
import { withInstalled, type Installed } from '../installed';

const OPERATIONS = [
	'message/sendText',
	'message/sendMedia',
	'list/getLists',
	'list/getListContacts',
];

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
				...unless(node?.version === 1, `the node has version ${node?.version}`),
				...unless(!!tool, 'no tool variant'),
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
				problems.push(...unless(icons.length === 2, `${owner?.name} has ${icons.length} icons`));
				for (const icon of icons) {
					const { status, text } = await get(`/${icon}`);
					problems.push(...unless(status === 200 && text.includes('<svg'), `${icon}: ${status}`));
				}
			}
			return problems;
		},
	},
	{
		says: 'n8n has the codex, and serves the output schema of each operation with a known output',
		broken: async ({ typeNamed, nodeType, get }) => {
			const codex = (await typeNamed(nodeType))?.codex as { categories?: string[] } | undefined;
			const problems = unless(!!codex?.categories?.includes('Communication'), 'no codex');
			for (const operation of OPERATIONS) {
				const { status } = await get(`/schemas/${nodeType}/1.0.0/${operation}.json`);
				problems.push(...unless(status === 200, `${operation}: HTTP ${status}`));
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
