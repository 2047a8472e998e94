import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const json = (path: string) =>
	JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>;
const manifest = json('package.json');

describe('The package', () => {
	test('brings nothing of its own at run time: n8n strips it on install', () => {
		for (const field of [
			'dependencies',
			'bundledDependencies',
			'optionalDependencies',
			'overrides',
			'resolutions',
		]) {
			expect(manifest).not.toHaveProperty(field);
		}
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	test('brings no n8n of its own where it is installed by hand, as queue mode needs it', () => {
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
	});

	test('runs nothing when it is installed', () => {
		const scripts = Object.keys(manifest.scripts);
		expect(scripts.filter((name) => name === 'prepare' || name.endsWith('install'))).toEqual([]);
	});

	test('has the name, licence and keyword that n8n looks for', () => {
		expect(manifest).toMatchObject({
			name: 'n8n-nodes-whatsapp-sender',
			license: 'MIT',
			keywords: expect.arrayContaining(['n8n-community-node-package']),
			author: { name: expect.any(String), email: expect.stringContaining('@') },
			homepage: expect.stringMatching(/^https:/),
			files: ['dist'],
		});
	});

	test('names a node and a credential whose sources are there', () => {
		expect(manifest.n8n).toMatchObject({
			nodes: ['dist/nodes/WhatsAppSender/WhatsAppSender.node.js'],
			credentials: ['dist/credentials/WhatsAppSenderApi.credentials.js'],
		});
		for (const source of [
			'nodes/WhatsAppSender/WhatsAppSender.node.ts',
			'credentials/WhatsAppSenderApi.credentials.ts',
		]) {
			expect(existsSync(join(root, source))).toBe(true);
		}
	});

	test('has the files that an n8n user looks for', () => {
		const files = [
			'package.json',
			'tsconfig.json',
			'gulpfile.js',
			'index.js',
			'README.md',
			'LICENSE.md',
			'CHANGELOG.md',
			'CONTRIBUTING.md',
		];
		const folders = ['nodes', 'credentials', 'test', 'sandbox', 'examples', '.ci', '.github'];
		expect([...files, ...folders].filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});
});

test('The codex belongs to the node and lets it be found', () => {
	const codex = json('nodes/WhatsAppSender/WhatsAppSender.node.json');
	expect(codex).toMatchObject({
		node: 'n8n-nodes-whatsapp-sender.whatsAppSender',
		nodeVersion: '1.0',
		codexVersion: '1.0',
		categories: expect.arrayContaining(['Communication']),
		alias: expect.arrayContaining(['whatsapp']),
	});
});
