import type { Browser, BrowserContext } from 'playwright-core';
import { prepareDemo } from '../../../rig/workflows/examples';
import { useInstance } from '../../../rig/useInstance';
import {
	loggedIn,
	requireBrowser,
	screenshotOnFailure,
	startBrowser,
} from '../../../rig/browser/browser';
import { Editor } from '../../../rig/browser/editor';
import { Parameters } from '../../../rig/browser/parameters';
import { stepsOfDocument, type Walk } from './walk';
import { beginning } from './steps/beginning';
import { ending } from './steps/ending';
import { failures } from './steps/failures';
import { lists } from './steps/lists';
import { sending } from './steps/sending';

requireBrowser();

/** A step that is a command, and no part of the editor. */
const COMMAND = 'The rules of the programme';

const steps = { ...beginning, ...sending, ...lists, ...failures, ...ending };

describe('the walk of a reviewer', () => {
	let browser: Browser;
	let window: BrowserContext;
	let walk: Walk;

	beforeAll(async () => {
		browser = await startBrowser();
	});
	const instance = useInstance('2.x');
	beforeAll(async () => {
		const { sandbox, api } = instance;
		await prepareDemo(api, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	});
	beforeEach(async () => {
		window = await loggedIn(browser, instance);
		const editor = new Editor(await window.newPage(), instance.n8n.url);
		const right = await window.newPage();
		await right.goto(`${instance.sandbox.url}/`);
		walk = { instance, browser, editor, parameters: new Parameters(editor), right };
	});
	afterEach(async () => {
		await window?.close();
	});
	afterAll(async () => {
		await browser?.close();
	});

	test('has the same steps in docs/review-walk.md and here', async () => {
		expect(await stepsOfDocument()).toEqual([...Object.keys(steps), COMMAND]);
	});

	test.each(Object.entries(steps))('%s', async (name, step) => {
		await screenshotOnFailure(
			() => walk.editor.page,
			`walk ${name}`,
			async () => await step(walk),
		);
	});
});
