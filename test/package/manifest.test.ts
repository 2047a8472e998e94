import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const json = (path: string) =>
	JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>;
const manifest = json('package.json');

// What else n8n's programme wants of package.json is in tools/verify/rules, tried by tools/verify/rules.test.ts.
describe('The package', () => {
	test('brings no n8n of its own where it is installed by hand, as queue mode needs it', () => {
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
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
