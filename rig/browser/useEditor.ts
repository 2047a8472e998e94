import type { Browser } from 'playwright-core';
import type { N8nLine } from '../n8n/folders';
import { useInstance, type Instance } from '../startInstance';
import { loggedIn, requireBrowser, screenshotOnFailure, startBrowser } from './browser';
import { Editor } from './editor';
import { Parameters } from './parameters';

/** A running n8n of one line, and a page in which a user is logged in. */
export interface EditorSession {
	line: N8nLine;
	instance: Instance;
	browser: Browser;
	editor: Editor;
	parameters: Parameters;
}

/** Starts all of it for the tests of one `describe`, fills what it returned, and ends it after them. */
export function useEditor(line: N8nLine): EditorSession {
	requireBrowser();
	const session = { line } as EditorSession;
	session.instance = useInstance(line);
	beforeAll(async () => {
		session.browser = await startBrowser();
		const window = await loggedIn(session.browser, session.instance);
		session.editor = new Editor(await window.newPage(), session.instance.n8n.url);
		session.parameters = new Parameters(session.editor);
	});
	afterAll(async () => await session.browser?.close());
	return session;
}

/** A test whose failure leaves a screenshot of the editor. */
export function seen(session: EditorSession, name: string, act: () => Promise<void>): void {
	const title = `${session.line} ${name}`;
	test(name, async () => await screenshotOnFailure(() => session.editor.page, title, act));
}
