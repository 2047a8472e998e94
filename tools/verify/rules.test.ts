import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Candidate, Manifest } from './candidate';
import { tryRules, type RuleGroup } from './rule';
import { codeRules } from './rules/code.rules';
import { fileRules } from './rules/files.rules';
import { formRules } from './rules/form.rules';
import { manifestRules } from './rules/manifest.rules';
import { newerRules } from './rules/newer.rules';
import manifest from '../../package.json';

/** A package of which only the rules in question look at anything. */
function packageOf(contents: Record<string, string>): Candidate {
	const packageFolder = mkdtempSync(join(tmpdir(), 'rules-'));
	for (const [file, text] of Object.entries(contents)) {
		mkdirSync(dirname(join(packageFolder, file)), { recursive: true });
		writeFileSync(join(packageFolder, file), text);
	}
	const files = Object.entries(contents).map(([path, { length }]) => ({ path, size: length }));
	const discard = async () => rmSync(packageFolder, { recursive: true });
	return { manifest, files, size: 0, packageFolder, discard } as unknown as Candidate;
}

async function brokenRules<Subject>(group: RuleGroup<Subject>, subject: Subject) {
	const verdicts = await tryRules(group, subject);
	return verdicts.filter(({ broken }) => broken.length > 0).map(({ says }) => says);
}

const NODE = 'dist/nodes/WhatsAppSender/WhatsAppSender.node.js';
const CREDENTIAL = 'dist/credentials/WhatsAppSenderApi.credentials.js';
const BIG = ' '.repeat(500_000);
const exporting = (object: unknown) =>
	`exports.Made = class { constructor() { Object.assign(this, ${JSON.stringify(object)}); } };`;

test('package.json breaks no rule as it is', async () => {
	expect(await brokenRules<Manifest>(manifestRules, manifest)).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
	['The name begins', { name: 'whatsapp' }],
	['The version', { version: '1.0' }],
	['The licence', { license: 'ISC' }],
	['The keyword', { keywords: [] }],
	['A description', { description: '' }],
	['The author', { author: { name: 'Ayu' } }],
	['The repository', { repository: { url: 'https://example.org/a.git' } }],
	['Homepage', { homepage: 'https://github.com/other/place#readme' }],
	['Nothing is needed', { dependencies: {} }],
	['Nothing is needed', { peerDependencies: { 'n8n-workflow': '^1.0.0' } }],
	['Installed by hand', { peerDependenciesMeta: {} }],
	['No script runs', { scripts: { postinstall: 'true' } }],
	['Only dist', { files: ['dist', 'nodes'] }],
	['The n8n section', { n8n: { n8nNodesApiVersion: 1, nodes: ['nodes/A.node.ts'] } }],
	['No placeholder', { homepage: 'https://github.com/<...>/n8n-nodes-<...>' }],
])('"%s …" is broken by %j', async (rule, change) => {
	const broken = await brokenRules(manifestRules, { ...manifest, ...change } as Manifest);
	expect(broken).toContainEqual(expect.stringContaining(rule));
});

test.each([
	['It imports only', "require('fs')"],
	['It imports only', "import('axios')"],
	['It imports only', 'require(name)'],
	['It uses no environment', 'process.env.HOME'],
	['It uses no environment', 'setTimeout(() => {}, 1)'],
	['It uses no environment', 'globalThis.fetch'],
	['Its texts are in English', "throw new Error('Ошибка сервера')"],
	['Its messages say', 'throw new Made(`An error came from ${host}`)'],
	['Its texts have one term', "show('The incoming item has no phone')"],
	['Its texts have one term', 'throw new Made(`${host} takes no payload`)'],
])('"%s …" is broken by the code %s', async (rule, code) => {
	const candidate = packageOf({ [NODE]: code });
	expect(await brokenRules(codeRules, candidate)).toContainEqual(expect.stringContaining(rule));
	await candidate.discard();
});

test.each([
	['Nothing is in it', { 'dist/nodes/WhatsAppSender/a.js.map': '{}' }],
	['README, licence', {}],
	['The codex', { [NODE.replace(/js$/, 'json')]: '{"node":"other"}' }],
	['Icons are square', { 'dist/nodes/a.svg': '<svg viewBox="0 0 1 2"/>' }],
	['It is small', { [NODE]: BIG }],
])('"%s …" is broken by a package with other files', async (rule, contents) => {
	const candidate = packageOf(contents);
	expect(await brokenRules(fileRules, candidate)).toContainEqual(expect.stringContaining(rule));
	await candidate.discard();
});

const field = (change: object) => ({
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	...change,
});
test.each<[string, object]>([
	['Labels', field({ displayName: 'Phone number' })],
	['Descriptions', field({ description: 'One sentence.' })],
	['Descriptions', field({ description: 'lower case' })],
	['Every field says', field({})],
	['Placeholders', field({ placeholder: '6281234567890' })],
	['Placeholders', field({ modes: [{ type: 'string', placeholder: '6281234567890' }] })],
	['Switches', field({ type: 'boolean', description: 'Sends it' })],
	['Switches', field({ type: 'boolean', name: 'simplify', description: 'Whether it is short' })],
	['Secrets', field({ name: 'apiKey' })],
	['A thing to choose', field({ type: 'resourceLocator', default: { mode: 'id' }, modes: [] })],
	['Actions', field({ name: 'operation', options: [{ value: 'send', action: 'Send a text' }] })],
	['Each operation', field({ name: 'operation', options: [{ name: 'Send', value: 'send' }] })],
	['The node can be', field({})],
	['The credential can', field({})],
])('"%s …" is broken by the field %j', async (rule, property) => {
	const candidate = packageOf({
		[NODE]: exporting({ description: { properties: [property] } }),
		[CREDENTIAL]: exporting({ properties: [] }),
	});
	expect(await brokenRules(formRules, candidate)).toContainEqual(expect.stringContaining(rule));
	await candidate.discard();
});

const CODEX = NODE.replace(/js$/, 'json');
const withCredential = (name: string, resource: string) => ({
	[CODEX]: '{}',
	[CREDENTIAL]: exporting({ name: 'ownApi', properties: [] }),
	[NODE]: exporting({
		description: {
			credentials: [
				{ name: 'ownApi' },
				{ name, displayOptions: { show: { resource: [resource] } } },
			],
			properties: [field({ hint: 'h'.repeat(121) })],
		},
	}),
});
test.each<[string, Record<string, string>]>([
	['valid-node-categories', { [CODEX]: '{"categories":["Marketing"]}' }],
	['no-codex-subcategories', { [CODEX]: '{"subcategories":{}}' }],
	['hint-max-length', withCredential('httpBasicAuth', 'webhook')],
	['icon-contrast', { 'dist/nodes/a.svg': '<path fill="#eeeeee"/>' }],
	['icon-contrast', { 'dist/nodes/a.dark.svg': '<path fill="#333333"/>' }],
	['single-credential-per-node', withCredential('otherApi', 'webhook')],
	['single-credential-per-node', withCredential('httpBasicAuth', 'message')],
])('"%s …" is broken by the package %j', async (rule, contents) => {
	const candidate = packageOf(contents);
	expect(await brokenRules(newerRules, candidate)).toContainEqual(expect.stringContaining(rule));
	await candidate.discard();
});
