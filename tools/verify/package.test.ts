import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import manifest from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { pack, type Packed } from '../../rig/n8n/pack';

const KILOBYTE = 1024;
/** The only kinds of files that a user of the package has any use for. */
const EXPECTED = [
	/^(package\.json|README\.md|LICENSE\.md|index\.js)$/,
	/^dist\/credentials\/\w+\.credentials\.js$/,
	/^dist\/nodes\/WhatsAppSender\/([\w.]+\/)*[\w.]+\.js$/,
	/^dist\/nodes\/WhatsAppSender\/[\w.]+\.(svg|node\.json)$/,
	/^dist\/nodes\/WhatsAppSender\/__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json$/,
];
/** The parts of a workflow on GitHub that are looked at. */
interface Workflow {
	on: object;
	permissions: object;
	jobs: Record<string, Job>;
}
interface Job {
	needs?: string;
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ run?: string; uses?: string; with?: object }>;
}
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

describe('Package (standards of community nodes, verification guidelines)', () => {
	let packed: Packed;
	beforeAll(async () => void (packed = await pack()));

	test('Nothing is in it that n8n or its user does not read, and nothing is missing', () => {
		const files = packed.files.map((file) => file.path);
		expect(files.filter((file) => !EXPECTED.some((kind) => kind.test(file)))).toEqual([]);
		const { main, n8n } = manifest;
		const named = ['README.md', 'LICENSE.md', main, ...n8n.nodes, ...n8n.credentials];
		expect(files).toEqual(expect.arrayContaining(named));
	});

	test('A plain require() of the package gives what n8n loads', async () => {
		const { default: exported } = await import(path.join(projectFolder, manifest.main));
		const { nodes, credentials } = manifest.n8n;
		const classes = [...nodes, ...credentials].map((file) => path.basename(file).split('.')[0]);
		expect(Object.keys(exported).sort()).toEqual(classes.sort());
	});

	// A forgotten folder is more.
	test('It is small: at most 200 kB packed, with the bundled library', () => {
		expect(packed.size).toBeLessThanOrEqual(200 * KILOBYTE);
	});

	test('The bundled library has its name, its version and both licences before it', () => {
		const bundle = read('dist/nodes/WhatsAppSender/values/phoneLibrary.js');
		const version = manifest.devDependencies['libphonenumber-js'];
		expect(bundle).toMatch(`/*!\nlibphonenumber-js ${version}\n\n(The MIT License)\n`);
		expect(bundle).toContain('Apache License');
		expect(bundle).not.toMatch(/\brequire\(/);
	});
});

describe('Documentation and publishing (verification guidelines, submission)', () => {
	test('A tag is verified and packed in a job that may not publish', () => {
		const { on, permissions, jobs } = parse(read('.github/workflows/publish.yml')) as Workflow;
		expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
		expect(permissions).toEqual({ contents: 'read' });
		expect(jobs.verify).not.toHaveProperty('permissions');
		expect(jobs.verify).not.toHaveProperty('environment');
		const commands = jobs.verify.steps.map(({ run }) => run).filter(Boolean);
		const inOrder = ['npm ci', 'npm test', 'npm run verify', 'npm pack --ignore-scripts'];
		expect(commands.filter((command) => inOrder.includes(command!))).toEqual(inOrder);
	});

	test('The one job that may publish installs nothing, and publishes what was verified', () => {
		const { jobs } = parse(read('.github/workflows/publish.yml')) as Workflow;
		const mayPublish = Object.values(jobs).filter((job) => job.permissions?.['id-token']);
		expect(mayPublish).toEqual([jobs.publish]);
		const { needs, environment, permissions, steps } = jobs.publish;
		expect({ needs, environment }).toEqual({ needs: 'verify', environment: 'npm' });
		expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		const action = ({ uses = '' }) => uses.replace(/@.*/, '');
		expect(steps.map((step) => step.run ?? action(step))).toEqual([
			'actions/checkout',
			'actions/setup-node',
			'actions/download-artifact',
			'.ci/publish *.tgz',
		]);
		// A version of Node in full has one npm.
		expect(steps[1].with).toEqual({ 'node-version': expect.stringMatching(/^24\.\d+\.\d+$/) });
		expect(jobs.scan).not.toHaveProperty('permissions');
		expect(read('.github/workflows/publish.yml')).not.toMatch(/\$\{\{ *secrets\./);
	});

	test.each(readdirSync(path.join(projectFolder, '.github/workflows')))(
		'%s names each action by its commit, and dependabot knows',
		(name) => {
			const uses = read(`.github/workflows/${name}`).match(/uses: .*/g)!;
			const pinned = /^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
			expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
			expect(read('.github/dependabot.yml')).toContain('package-ecosystem: github-actions');
		},
	);
});
