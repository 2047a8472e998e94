import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import manifest from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { pack, type Packed } from '../../rig/n8n/pack';

/** The files that n8n or its user reads. */
const EXPECTED = [
	/^(package\.json|README\.md|LICENSE\.md|index\.js)$/,
	/^dist\/credentials\/\w+\.credentials\.js$/,
	/^dist\/nodes\/WhatsAppSender\/([\w.]+\/)*[\w.]+\.js$/,
	/^dist\/nodes\/WhatsAppSender\/[\w.]+\.(svg|node\.json)$/,
	/^dist\/nodes\/WhatsAppSender\/message\/wait\/languages\.json$/,
	/^dist\/nodes\/WhatsAppSender\/__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json$/,
];
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

let packed: Packed;
beforeAll(async () => void (packed = await pack()));

test('The package contains what n8n or its user reads, nothing else, and at most 200 kB', () => {
	const files = packed.files.map((file) => file.path);
	expect(files.filter((file) => !EXPECTED.some((kind) => kind.test(file)))).toEqual([]);
	const { main, n8n } = manifest;
	const named = ['README.md', 'LICENSE.md', main, ...n8n.nodes, ...n8n.credentials];
	expect(files).toEqual(expect.arrayContaining(named));
	expect(packed.size).toBeLessThanOrEqual(200 * 1024);
});

test('A plain require() of the package returns what n8n loads', async () => {
	const { default: exported } = await import(path.join(projectFolder, manifest.main));
	const { nodes, credentials } = manifest.n8n;
	const classes = [...nodes, ...credentials].map((file) => path.basename(file).split('.')[0]);
	expect(Object.keys(exported).sort()).toEqual(classes.sort());
});

test('The bundled library begins with its name, its version and both licences', () => {
	const bundle = read('dist/nodes/WhatsAppSender/values/phoneLibrary.js');
	const version = manifest.devDependencies['libphonenumber-js'];
	expect(bundle).toMatch(`/*!\nlibphonenumber-js ${version}\n\n(The MIT License)\n`);
	expect(bundle).toContain('Apache License');
	expect(bundle).not.toMatch(/\brequire\(/);
});

describe('On GitHub', () => {
	const publishing = read('.github/workflows/publish.yml');
	const { on, permissions, jobs } = parse(publishing);

	test('a job that may not publish tests and packs a tag', () => {
		expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
		expect(permissions).toEqual({ contents: 'read' });
		expect(jobs.verify).not.toHaveProperty('permissions');
		expect(jobs.verify).not.toHaveProperty('environment');
		const commands = jobs.verify.steps.map(({ run }: { run?: string }) => run);
		const inOrder = ['npm ci', 'npm test', 'npm run verify', 'npm pack --ignore-scripts'];
		expect(commands.filter((command?: string) => inOrder.includes(command!))).toEqual(inOrder);
	});

	test('only the job "publish" may publish: it installs nothing, and takes the packed file', () => {
		for (const [name, job] of Object.entries<{ permissions?: object }>(jobs))
			expect('id-token' in (job.permissions ?? {})).toBe(name === 'publish');
		expect(jobs.publish).toMatchObject({
			needs: 'verify',
			environment: 'npm',
			permissions: { contents: 'read', 'id-token': 'write' },
			steps: [
				{ uses: expect.stringMatching('^actions/checkout@') },
				// A full version of Node.js determines the version of npm.
				{ with: { 'node-version': expect.stringMatching(/^24\.\d+\.\d+$/) } },
				{ uses: expect.stringMatching('^actions/download-artifact@') },
				{ run: '.ci/publish *.tgz' },
			],
		});
		expect(publishing).not.toMatch(/\$\{\{ *secrets\./);
	});

	test.each(readdirSync(path.join(projectFolder, '.github/workflows')))(
		'%s names each action by its commit, and dependabot updates it',
		(name) => {
			const uses = read(`.github/workflows/${name}`).match(/uses: .*/g)!;
			const pinned = /^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
			expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
			expect(read('.github/dependabot.yml')).toContain('package-ecosystem: github-actions');
		},
	);
});
