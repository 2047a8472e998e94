import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Candidate } from './candidate';
import { tryRules } from './rule';
import { newerRules } from './rules/newer.rules';
import { packageRules } from './rules/package.rules';
import manifest from '../../package.json';

const NODE = 'dist/nodes/WhatsAppSender/WhatsAppSender.node.js';
const CODEX = NODE.replace(/js$/, 'json');
const CREDENTIAL = 'dist/credentials/WhatsAppSenderApi.credentials.js';
const BIG = ' '.repeat(500_000);
const exporting = (object: unknown) =>
	`exports.Made = class { constructor() { Object.assign(this, ${JSON.stringify(object)}); } };`;

/** A package with one hint below a field, and a credential beside its own. */
const withForm = (hint: string, credential: string, resource: string) => ({
	[CREDENTIAL]: exporting({ name: 'ownApi', properties: [] }),
	[NODE]: exporting({
		description: {
			credentials: [
				{ name: 'ownApi' },
				{ name: credential, displayOptions: { show: { resource: [resource] } } },
			],
			properties: [{ name: 'phone', hint }],
		},
	}),
});
const GOOD = {
	'README.md': '',
	'LICENSE.md': '',
	'index.js': '',
	[CODEX]: JSON.stringify({
		...{ node: manifest.name, nodeVersion: '1.0', codexVersion: '1.0' },
		...{ categories: ['Communication'], alias: ['whatsapp'] },
		resources: { primaryDocumentation: [{ url: 'https://example.org' }] },
	}),
	'dist/nodes/WhatsAppSender/a.svg': '<svg viewBox="0 0 1 1"><path fill="#000000"/>',
	'dist/nodes/WhatsAppSender/a.dark.svg': '<svg viewBox="0 0 1 1"><path fill="#ffffff"/>',
	...withForm('Short', 'httpBasicAuth', 'webhook'),
};

/** The rules that a package breaks which is good but for this. */
async function broken(contents: Record<string, string>, changes: object = {}): Promise<string[]> {
	const packageFolder = mkdtempSync(join(tmpdir(), 'rules-'));
	const all = Object.entries({ ...GOOD, ...contents });
	for (const [file, text] of all) {
		mkdirSync(dirname(join(packageFolder, file)), { recursive: true });
		writeFileSync(join(packageFolder, file), text);
	}
	const files = all.map(([path, { length }]) => ({ path, size: length }));
	const changed = { ...manifest, ...changes };
	const candidate = { manifest: changed, files, size: 0, packageFolder } as unknown as Candidate;
	const verdicts = [
		...(await tryRules(packageRules, candidate)),
		...(await tryRules(newerRules, candidate)),
	];
	rmSync(packageFolder, { recursive: true });
	return verdicts.filter((verdict) => verdict.broken.length > 0).map(({ says }) => says);
}

test('A good package breaks no rule', async () => {
	expect(await broken({})).toEqual([]);
});

test.each<[string, object]>([
	['The version', { version: '1.0' }],
	['Repository and homepage', { repository: { url: 'https://example.org/a.git' } }],
	['Repository and homepage', { homepage: 'https://github.com/other/place#readme' }],
	['No dependencies', { optionalDependencies: {} }],
	['Installed by hand', { peerDependenciesMeta: {} }],
	['README, licence', { main: 'missing.js' }],
])('"%s …" is broken by %j in package.json', async (rule, changes) => {
	expect(await broken({}, changes)).toEqual([expect.stringContaining(rule)]);
});

test.each<[string, Record<string, string>]>([
	['Nothing is in it', { 'dist/nodes/WhatsAppSender/a.js.map': '{}' }],
	['The codex', { [CODEX]: '{"node":"other"}' }],
	['Icons are square', { 'dist/nodes/WhatsAppSender/a.svg': '<svg viewBox="0 0 1 2"/>' }],
	['It is small', { [NODE]: BIG }],
	['valid-node-categories', { [CODEX]: '{"categories":["Marketing"]}' }],
	['no-codex-subcategories', { [CODEX]: '{"subcategories":{}}' }],
	['hint-max-length', withForm('h'.repeat(121), 'httpBasicAuth', 'webhook')],
	['icon-contrast', { 'dist/nodes/WhatsAppSender/a.svg': '<path fill="#eeeeee"/>' }],
	['icon-contrast', { 'dist/nodes/WhatsAppSender/a.dark.svg': '<path fill="#333333"/>' }],
	['single-credential-per-node', withForm('Short', 'otherApi', 'webhook')],
	['single-credential-per-node', withForm('Short', 'httpBasicAuth', 'message')],
])('"%s …" is broken by a package with another file', async (rule, contents) => {
	expect(await broken(contents)).toContainEqual(expect.stringContaining(rule));
});
