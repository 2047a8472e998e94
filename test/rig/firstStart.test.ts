import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { passwordIn } from '../../rig/commands/userFolder';
import { projectFolder } from '../../rig/n8n/folders';
import { installN8n, requireN8n, npm } from '../../rig/n8n/install';
import { choosePort, listening } from '../../rig/n8n/ports';

const MANIFEST = '{ "dependencies": { "n8n": "2.0.0" } }';
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'first-start-'));
	writeFileSync(path.join(folder, 'package.json'), MANIFEST);
});

describe('The installation of n8n says what to do', () => {
	afterEach(() => delete process.env.npm_config_registry);

	it('where the registry cannot be reached, before it begins', async () => {
		process.env.npm_config_registry = 'http://127.0.0.1:9/';
		const steps: string[] = [];
		const installing = installN8n('2.x', (step) => steps.push(step), folder);
		await expect(installing).rejects.toThrow(/^The npm registry cannot be reached: check the net/);
		expect(steps).toEqual([]);
	});

	it('where the database driver cannot be built, and then keeps what npm has unpacked', async () => {
		const registry = createServer((_request, response) => response.end('{}'));
		process.env.npm_config_registry = `http://127.0.0.1:${await listening(registry)}/`;
		const driver = path.join(folder, 'driver');
		mkdirSync(driver);
		const put = (file: string, content: object) =>
			writeFileSync(path.join(folder, file), JSON.stringify(content));
		const build = { install: 'test -e ../../compiler || (echo "gyp ERR! not ok" >&2; exit 1)' };
		put('driver/package.json', { name: 'sqlite3', version: '1.0.0', scripts: build });
		put('package.json', { dependencies: { sqlite3: 'file:driver' } });
		writeFileSync(path.join(folder, '.npmrc'), 'install-links=true');
		const install = async () => await installN8n('2.x', () => {}, folder);
		await expect(install()).rejects.toThrow(/^The database driver.* install .*[^]*gyp ERR! not ok/);
		put('node_modules/kept', {});
		put('compiler', {});
		expect(await install()).toBe(true);
		expect(existsSync(path.join(folder, 'node_modules/kept'))).toBe(true);
		expect(await install()).toBe(false);
		registry.close();
	});

	it('where npm says something else, by showing the end of it', async () => {
		const end = /^npm run failed \(1\). The end of its output:\n[^]*no-such-script/;
		await expect(npm(['run', 'no-such-script'], folder)).rejects.toThrow(end);
	});
});

it('An n8n of another package.json names the command that installs it', () => {
	mkdirSync(path.join(folder, 'node_modules'));
	const marker = path.join(folder, 'node_modules', '.installed-for');
	writeFileSync(marker, MANIFEST);
	expect(() => requireN8n('2.x', folder)).not.toThrow();
	writeFileSync(marker, '{}');
	expect(() => requireN8n('2.x', folder)).toThrow(
		'n8n 2.x is not installed: run "npm run install:n8n -- 2.x" first.',
	);
});

describe('npm start', () => {
	/** Runs the command as npm does, with options that it cannot start with. */
	const begin = (place: string, node: string, ...options: string[]) => {
		const env = { ...process.env, npm_config_user_agent: `npm/11.0.0 node/v${node} linux x64` };
		const command = [path.join(place, 'rig/commands/begin.js'), ...options];
		const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
		return { status, text: stderr.trim() };
	};

	it('refuses an old Node, the one that npm runs under', () => {
		const { status, text } = begin(projectFolder, '18.20.8');
		expect(status).toBe(1);
		expect(text).toMatch(/^Node 18.20.8 is too old: install Node 20 or later.*again\.$/);
	});

	it('names packages that are not installed', () => {
		const elsewhere = mkdtempSync(path.join(tmpdir(), 'clone-'));
		const file = 'rig/commands/begin.js';
		cpSync(path.join(projectFolder, file), path.join(elsewhere, file), { recursive: true });
		expect(begin(elsewhere, '20.15.0').text).toMatch(/run "npm install" first/);
	});

	it.each([
		[['--n8n', '3.x'], /^--n8n must be 2.x or 1.x, not "3.x"/],
		[['--wrong'], /^Unknown option '--wrong'/],
	])('refuses the options %j by name', (options, problem) => {
		expect(begin(projectFolder, '24.0.0', ...options).text).toMatch(problem);
	});

	it('is refused while another one has the folder', () => {
		writeFileSync(path.join(folder, 'started-by.pid'), String(process.ppid));
		const { text } = begin(projectFolder, '24.0.0', '--data', folder);
		expect(text).toBe(`It is already running (process ${process.ppid}): stop that one first.`);
	});
});

it('The login of n8n has a password of its own for each data folder, which stays, and only you may read', () => {
	const [first, other] = [folder, mkdtempSync(path.join(tmpdir(), 'first-start-'))].map(passwordIn);
	expect(first).toMatch(/^N8n-[\w-]{12}$/);
	expect(passwordIn(folder)).toBe(first);
	expect(other).not.toBe(first);
	expect(statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
});

it('A busy port is avoided, and the option that chooses another is named', async () => {
	const server = createServer();
	const port = await listening(server);
	const told: string[] = [];
	const chosen = await choosePort(undefined, port, '--port', (text) => told.push(text));
	expect(chosen).toBeGreaterThan(port);
	const note = `Port ${port} is in use, taking ${chosen} (--port chooses another one).`;
	expect(told).toEqual([note]);
	for (const wanted of [String(port), 'high', '70000']) {
		await expect(choosePort(wanted, 5678, '--port', () => {})).rejects.toThrow(
			`Port ${wanted} is in use or not allowed: choose another one with --port.`,
		);
	}
	server.close();
});
