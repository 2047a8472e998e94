import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { dataFolder, projectFolder } from '../../rig/n8n/folders';
import { installN8n } from '../../rig/n8n/install';
import { adviceOnNpm, npm } from '../../rig/n8n/npm';
import { choosePort } from '../../rig/n8n/ports';
import { missing } from '../../rig/commands/begin';
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
		['ENOSPC', /^The disk is full: n8n needs about 2.5 GB/],
		['EROFS', /^The disk is read-only/],
		['ENOTFOUND', /^The npm registry cannot be reached: check the network/],
		['ECONNREFUSED', /cannot be reached/],
		['ERR_SOCKET_TIMEOUT', /cannot be reached/],
		['SELF_SIGNED_CERT_IN_CHAIN', /certificate is not trusted here/],
		['E401', /refuses access/],
		['E404', /does not have a version/],
		['E503', /has a problem of its own/],
		['EACCES', /check the owner of this folder and of npm's cache/],
		['Allocation failed - JavaScript heap out of memory', /not enough memory/],
		['gyp ERR! stack Error: node-gyp not ok', /allow access to github.com/],
	])('where npm says %s', (code, advice) => {
		expect(adviceOnNpm(`npm error code ${code}\nnpm error more`)).toMatch(advice);
	});

	it('before what npm said, and tells what it does, with sizes once there are any', async () => {
		await npmThatSays('npm error code EROFS');
		const steps: string[] = [];
		const message = await messageOf(installN8n('2.x', (step) => steps.push(step), folder));
		expect(message).toMatch(/^The disk is read-only[^]*npm error code EROFS/);
		expect(steps).toEqual(['Downloading n8n (the first time only)']);
	});

	it('where npm says something unknown, by showing the end of it', async () => {
		await npmThatSays('npm error something new');
		expect(await messageOf(npm(['install'], folder))).toBe(
			'npm install failed. The end of its output:\nnpm error something new',
		);
	});

	it('where npm is ended from outside', async () => {
		await npmThatSays('', "process.kill(process.pid, 'SIGKILL')");
		const message = await messageOf(npm(['install'], folder));
		expect(message).toMatch(/^It was ended from outside \(SIGKILL\)/);
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

	const install = async (from: string) => {
		const options = [`--registry=${from}`, '--fetch-retries=0', `--cache=${folder}/cache`];
		return await messageOf(npm(['install', ...options], folder));
	};

	it.each([
		[401, /refuses access/],
		[403, /refuses access/],
		[404, /does not have a version/],
		[503, /has a problem of its own/],
	])(
		'a registry that responds with %i is not one that cannot be reached',
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
		const steps: string[] = [];
		const message = await messageOf(installN8n('2.x', (step) => steps.push(step), folder));
		delete process.env.npm_config_registry;
		expect(message).toMatch(/^The npm registry cannot be reached/);
		expect(steps).toEqual([]);
	});
});

describe('Before anything starts', () => {
	const found = () => 'found';
	const notFound = () => {
		throw new Error('not found');
	};

	it('the Node that npm runs under is looked at', () => {
		const problem = missing('npm/10.8.2 node/v18.20.8 linux x64', '24.21.0', found);
		expect(problem).toMatch(/^Node 18.20.8 is too old: install Node 20 or later/);
	});

	it('the Node that runs it without npm is looked at', () => {
		expect(missing(undefined, '16.20.2', found)).toMatch(/^Node 16.20.2 is too old/);
	});

	it('packages that are not installed are named', () => {
		expect(missing(undefined, '24.1.0', notFound)).toMatch(/run "npm install" first/);
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

it('A busy port is avoided, and the option that chooses another is named', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	const told: string[] = [];
	const chosen = await choosePort(undefined, port, '--port', (text) => told.push(text));
	expect(chosen).toBeGreaterThan(port);
	const note = `Port ${port} is in use, taking ${chosen} (--port chooses another one).`;
	expect(told).toEqual([note]);
	await expect(choosePort(port, 5678, '--port', () => {})).rejects.toThrow(
		`Port ${port} is in use or not allowed`,
	);
	server.close();
});

it('All options are in the help', () => {
	for (const option of ['--n8n', '--data', '--port', '--sandbox-port', '--help', 'npm start -- '])
		expect(HELP).toContain(option);
});

it.each([
	[['--port', 'high'], /--port must be a port from 1 to 65535, not "high"/],
	[['--sandbox-port', '70000'], /--sandbox-port must be a port/],
	[['--n8n', '3.x'], /--n8n must be 2.x or 1.x, not "3.x"/],
	[['--wrong'], /Unknown option '--wrong'/],
])('The options %j are refused by name', (args, problem) => {
	expect(() => readOptions(args)).toThrow(problem);
});
