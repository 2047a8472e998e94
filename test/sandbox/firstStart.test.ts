import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { adviceOnNpm } from '../../rig/n8n/advice';
import { dataFolder, projectFolder } from '../../rig/n8n/folders';
import { installN8n, type InstallStep } from '../../rig/n8n/install';
import { npm } from '../../rig/n8n/npm';
import { choosePort } from '../../rig/n8n/ports';
import { missing } from '../../rig/commands/requirements';
import { HELP, readOptions } from '../../rig/commands/startOptions';

let folder: string;
beforeEach(async () => {
	// On the disk that n8n would go to: an installation begins with a look at the room there.
	await mkdir(dataFolder, { recursive: true });
	folder = await mkdtemp(path.join(dataFolder, 'first-start-'));
	await writeFile(path.join(folder, 'package.json'), '{ "dependencies": { "n8n": "2.40.7" } }');
});
afterEach(async () => {
	await rm(folder, { recursive: true });
	delete process.env.npm_execpath;
});

/** Puts a program in npm's place that says this and fails. */
async function npmThatSays(text: string, end = 'process.exit(1)'): Promise<void> {
	process.env.npm_execpath = path.join(folder, 'npm-cli.js');
	await writeFile(
		process.env.npm_execpath,
		`process.stderr.write(${JSON.stringify(text)}, () => { ${end} })`,
	);
}

const messageOf = async (promise: Promise<unknown>): Promise<string> =>
	await promise.then(
		() => 'It did not fail',
		(error: Error) => error.message,
	);

describe('The installation says what to do', () => {
	it.each([
		[
			'npm error code ENOSPC\nnpm error no space left on device, write',
			/^The disk is full: n8n needs about 2.5 GB/,
		],
		['npm error code EROFS\nnpm error read-only file system', /^The disk is read-only/],
		[
			'npm error code ENOTFOUND\nnpm error network request to https://npm.example/n8n failed',
			/^The npm registry cannot be reached: check the network/,
		],
		['npm error code ECONNREFUSED', /cannot be reached/],
		['npm error code ERR_SOCKET_TIMEOUT', /cannot be reached/],
		['npm error code SELF_SIGNED_CERT_IN_CHAIN', /certificate is not trusted here/],
		['npm error code E401\nnpm error Incorrect or missing password', /refuses access/],
		[
			'npm error code E404\nnpm error 404 Not Found - GET https://npm.example/n8n',
			/does not have a version/,
		],
		['npm error code E503\nnpm error 503 Service Unavailable', /has a problem of its own/],
		[
			'npm error code EACCES\nnpm error Your cache folder contains root-owned files',
			/check the owner of this folder and of npm's cache/,
		],
		[
			'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
			/not enough memory/,
		],
		['npm error gyp ERR! stack Error: node-gyp not ok', /allow access to github.com/],
	])('where npm says %j', async (output, advice) => {
		await npmThatSays(output);
		const message = await messageOf(installN8n('2.x', () => {}, folder));
		expect(message).toMatch(advice);
		expect(message).toContain(output.split('\n')[0]);
	});

	it('where npm says something unknown, by showing the end of it', async () => {
		await npmThatSays('npm error something new');
		expect(await messageOf(npm(['install'], folder))).toBe(
			'npm install failed. The end of its output:\nnpm error something new',
		);
	});

	it('where npm is ended from outside', async () => {
		await npmThatSays('', "process.kill(process.pid, 'SIGKILL')");
		expect(await messageOf(npm(['install'], folder))).toMatch(
			/^It was ended from outside \(SIGKILL\)/,
		);
	});
});

describe('With the real npm', () => {
	let server: Server;
	let answer = 404;
	let registry: string;
	beforeAll(async () => {
		server = createServer((_request, response) => response.writeHead(answer).end('{}'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	});
	afterAll(() => server.close());

	const install = async (from: string) =>
		await messageOf(
			npm(
				['install', `--registry=${from}`, '--fetch-retries=0', `--cache=${folder}/cache`],
				folder,
			),
		);

	it.each([
		[401, /refuses access/],
		[403, /refuses access/],
		[404, /does not have a version/],
		[503, /has a problem of its own/],
	])(
		'a registry that answers %i is distinguished from one that cannot be reached',
		async (status, advice) => {
			answer = status;
			expect(await install(registry)).toMatch(advice);
		},
	);

	it.each(['notice', 'silent'])(
		'a registry that cannot be reached is said to be just that, in an npm that is %s',
		async (level) => {
			process.env.npm_config_loglevel = level;
			expect(await install('http://127.0.0.1:9/')).toMatch(/^The npm registry cannot be reached/);
			delete process.env.npm_config_loglevel;
		},
	);

	it('is asked before an installation begins', async () => {
		process.env.npm_config_registry = 'http://127.0.0.1:9/';
		const steps: InstallStep[] = [];
		const message = await messageOf(installN8n('2.x', (step) => steps.push(step), folder));
		delete process.env.npm_config_registry;
		expect(message).toMatch(/^The npm registry cannot be reached/);
		expect(steps).toEqual([]);
	});
});

it('What n8n cannot know about is left without advice', () => {
	expect(adviceOnNpm('npm error something new')).toBeUndefined();
});

it('The installation tells what it does, with sizes once there are any', async () => {
	await npmThatSays('npm error something new');
	const steps: InstallStep[] = [];
	await messageOf(installN8n('2.x', (step) => steps.push(step), folder));
	expect(steps[0]).toMatchObject({
		text: 'Downloading n8n',
		megabytes: 0,
		expectedMegabytes: 2200,
	});
});

describe('Before anything starts', () => {
	const found = () => 'found';
	const notFound = () => {
		throw new Error('not found');
	};

	it.each([
		[
			'the Node that npm runs under',
			'npm/10.8.2 node/v18.20.8 linux x64',
			'24.21.0',
			found,
			/^Node 18.20.8 is too old: install Node 20 or later/,
		],
		['the Node that runs it without npm', undefined, '16.20.2', found, /^Node 16.20.2 is too old/],
		[
			'packages that are not installed',
			'npm/11.0.0 node/v24.1.0 linux x64',
			'24.1.0',
			notFound,
			/run "npm install" first/,
		],
	])('%s is looked at', (_what, userAgent, running, resolve, problem) => {
		expect(missing(userAgent, running, resolve)).toMatch(problem);
	});

	it.each(['20.15.0', '22.1.0', '24.21.0'])('Node %s is new enough', (version) => {
		expect(missing(`npm/11.0.0 node/v${version} linux x64`, '24.21.0', found)).toBeUndefined();
	});

	it('an old Node is refused by the command itself, with nothing but the message', () => {
		const env = { ...process.env, npm_config_user_agent: 'npm/10.8.2 node/v18.20.8 linux x64' };
		const { status, stdout, stderr } = spawnSync(process.execPath, ['rig/commands/begin.js'], {
			cwd: projectFolder,
			env,
		});
		expect(status).toBe(1);
		expect(String(stdout)).toBe('');
		expect(String(stderr).trim()).toMatch(/^Node 18.20.8 is too old.*again\.$/);
	});
});

describe('A busy port', () => {
	it('is gone round, and the option that chooses another is named', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const { port } = server.address() as AddressInfo;
		const told: string[] = [];
		expect(await choosePort(undefined, port, '--port', (text) => told.push(text))).toBeGreaterThan(
			port,
		);
		expect(told).toEqual([
			expect.stringMatching(`Port ${port} is in use, taking \\d+ \\(--port chooses another one\\)`),
		]);
		await expect(choosePort(port, 5678, '--port', () => {})).rejects.toThrow(
			`Port ${port} is in use or not allowed`,
		);
		server.close();
	});
});

describe('The options', () => {
	it('are all in the help', () => {
		for (const option of ['--n8n', '--data', '--port', '--sandbox-port', '--help', 'npm start -- '])
			expect(HELP).toContain(option);
	});

	it.each([
		[['--port', 'high'], /--port must be a port from 1 to 65535, not "high"/],
		[['--sandbox-port', '70000'], /--sandbox-port must be a port/],
		[['--n8n', '3.x'], /--n8n must be 2.x or 1.x, not "3.x"/],
		[['--wrong'], /Unknown option '--wrong'/],
	])('%j is refused by name', (args, problem) => {
		expect(() => readOptions(args)).toThrow(problem);
	});
});
