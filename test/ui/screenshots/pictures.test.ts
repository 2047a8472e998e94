import type { Page } from 'playwright-core';
import { prepareDemo } from '../../../rig/workflows/demo';
import { seen, useDesk } from '../../../rig/browser/useEditor';
import { takeBoth } from './develop';
import { pictures } from './pictures';
import { createScenes } from './scenes';

const CHAT = { width: 1000, height: 560 };

describe('the documentation has a light and a dark picture', () => {
	const desk = useDesk('2.x', {
		// As `npm start` has them.
		instance: { known: { apiKey: 'sandbox-key', sandboxPort: 8089, receiverPort: 8090 } },
		// Two device pixels for each of the page: sharp on every screen.
		window: { viewport: { width: 1500, height: 1040 }, deviceScaleFactor: 2 },
	});
	let scenes: string;
	let chat: Page;

	beforeAll(async () => {
		const { api, sandbox } = desk.instance;
		await prepareDemo(api, { baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		scenes = await createScenes(desk.instance);
		chat = await desk.window.newPage();
		await chat.setViewportSize(CHAT);
		await chat.goto(`${sandbox.url}/`);
	});
	beforeEach(async () => {
		await desk.editor.page.bringToFront();
		await desk.editor.openWorkflowById(scenes);
	});

	for (const [name, picture] of Object.entries(pictures)) {
		seen(desk, `of ${name}`, async () => {
			const { instance, editor } = desk;
			await takeBoth(name, await picture({ instance, editor, chat }));
		});
	}
});
