import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { N8nLine } from '../n8n/folders';
import type { Instance, InstanceOptions } from '../startInstance';
import { useInstance } from '../useInstance';
import { loggedIn, requireBrowser, startBrowser } from './browser';
import { Editor } from './editor';
import { Parameters } from './parameters';
import { picturedOnFailure } from './picture';

/** A running n8n of one line, and one window in which a user is logged in. */
export interface Desk {
	line: N8nLine;
	instance: Instance;
	browser: Browser;
	window: BrowserContext;
	editor: Editor;
	parameters: Parameters;
}

interface DeskOptions {
	instance?: InstanceOptions;
	window?: BrowserContextOptions;
}

/** Starts all of it for the tests of one `describe`, fills what it returned, and ends it after them. */
export function useDesk(line: N8nLine, options: DeskOptions = {}): Desk {
	requireBrowser();
	const desk = { line } as Desk;
	beforeAll(async () => {
		desk.browser = await startBrowser();
	});
	desk.instance = useInstance(line, options.instance);
	beforeAll(async () => {
		desk.window = await loggedIn(desk.browser, desk.instance, options.window);
		desk.editor = new Editor(await desk.window.newPage(), desk.instance.n8n.url);
		desk.parameters = new Parameters(desk.editor);
	});
	afterAll(async () => {
		await desk.browser?.close();
	});
	return desk;
}

/** A test whose failure leaves a picture of the editor. */
export function seen(desk: Desk, name: string, act: () => Promise<void>): void {
	test(
		name,
		async () => await picturedOnFailure(() => desk.editor.page, `${desk.line} ${name}`, act),
	);
}
