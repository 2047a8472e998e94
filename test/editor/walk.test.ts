import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
	newWindow,
	requireBrowser,
	screenshotOnFailure,
	startBrowser,
} from '../../rig/browser/browser';
import { Editor, shows } from '../../rig/browser/editor';
import { startDaemon, type Daemon } from '../../rig/daemon';
import { LINES, projectFolder } from '../../rig/n8n/folders';
import { requireN8n } from '../../rig/n8n/install';
import { freePort, isFree } from '../../rig/n8n/ports';
import { demoLists } from '../../sandbox/demoLists';

const PATIENCE_MS = 300_000;

requireBrowser();
// In n8n 1.x only in `.ci/full`.
const lines = process.env.FULL ? LINES : LINES.slice(0, 1);
lines.forEach((line) => requireN8n(line));

/** The list that the example sends to. */
const [{ contacts }] = demoLists();

describe.each(lines)('A new user, from `npm start` to a sent broadcast in n8n %s', (line) => {
	let folder: string;
	let ports: number[];
	let printed = '';
	let npm: Daemon;
	let stop: (() => Promise<void>) | undefined;
	let browser: Browser;
	let editor: Editor;
	let chat: Page;
	/** What a line of the box has behind the words that it begins with: `│ 2. Log in  email  password │`. */
	const given = (words: string) => {
		const [, values] = new RegExp(`^│ \\d\\. ${words} {2,}(.*?) +│$`, 'm').exec(printed)!;
		return values.split(/ {2,}/);
	};
	const execute = async () => {
		const button = editor.at('execute-workflow-button').filter({ hasText: given('Press')[0] });
		await button.click();
	};
	const walked = (name: string, act: () => Promise<void>) =>
		test(name, async () => {
			await screenshotOnFailure(() => editor.page, `walk ${line} ${name}`, act);
		});

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'npm-start-'));
		ports = [await freePort(), await freePort()];
		const [port, sandboxPort] = ports.map(String);
		const args = ['--n8n', line, '--data', folder, '--port', port, '--sandbox-port', sandboxPort];
		browser = await startBrowser();
		npm = await startDaemon('npm', ['start', '--', ...args], {
			name: 'npm start',
			cwd: projectFolder,
			ownGroup: true,
			log: (text) => void (printed += text),
			// In order, because n8n is in a group of its own, which nothing else would end.
			onSpawn: (end) => void (stop = end),
			ready: async () => printed.includes('┘'),
			patience: 2 * PATIENCE_MS,
		});
		const window = await newWindow(browser, { baseURL: given('Open')[0] });
		editor = new Editor(await window.newPage(), '');
		chat = await window.newPage();
	}, PATIENCE_MS);
	afterAll(async () => {
		await browser?.close();
		await stop?.();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	walked('logs in with what the box says, and finds "First message" first', async () => {
		const [email, password] = given('Log in');
		await editor.open(given('Open')[0]);
		await editor.page.locator('input[type="email"], [name="emailOrLdapLoginId"]').fill(email);
		await editor.page.locator('input[type="password"]').fill(password);
		await editor.at('form-submit-button').click();
		await shows(editor.at('resources-list-item-workflow').first(), given('Open the workflow')[0]);
	});

	walked('executes it, and sees the message arrive', async () => {
		await chat.goto(given('See it arrive at')[0]);
		await chat.getByText('No messages yet').waitFor();
		await editor.clickText(given('Open the workflow')[0]);
		await execute();
		await shows(chat.locator('#messages'), 'This is my first message.');
	});

	walked('sends it again with the step alone', async () => {
		await editor.openNode('Send a text');
		await editor.executeStep();
		await shows(chat.locator('header'), 'Accepted 2');
	});

	walked('executes the broadcast, and sees a message to each contact of the list', async () => {
		await editor.openWorkflow('Broadcast to a list');
		await execute();
		await shows(editor.node('Message each contact'), `${contacts.length} items`);
		await shows(chat.locator('#messages'), ...contacts.map(({ name }) => `Hello ${name},`));
		await shows(chat.locator('header'), `Accepted ${contacts.length + 2} · Rejected 0`);
	});

	test('ends n8n and the sandbox with Ctrl-C', async () => {
		stop = undefined;
		// A terminal sends it to the whole group.
		process.kill(-npm.pid, 'SIGINT');
		await npm.ended;
		expect(printed).toMatch(/Stopping n8n and the sandbox …\s*$/);
		expect(await Promise.all(ports.map(isFree))).toEqual([true, true]);
	});
});
