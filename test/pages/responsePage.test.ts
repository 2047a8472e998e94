import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import {
	answeredPage,
	closedPage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';
import { newWindow, requireBrowser, startBrowser } from '../../rig/browser/browser';
import { findings } from './browserPages';

requireBrowser();

const question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 2026-1001 for Zoë Müller go out?\n\nTotal: 265,000',
	buttons: [
		{ approved: true, label: 'Send it' },
		{ approved: false, label: 'Not yet' },
	],
};
const long = 'https://example.com/' + 'without-a-place-to-break'.repeat(20);
const pages: Record<string, string> = {
	approval: questionPage(question),
	'one button': questionPage({ ...question, buttons: question.buttons.slice(0, 1) }),
	'long words': questionPage({
		run: 0,
		title: long,
		text: long,
		buttons: [{ approved: true, label: long }],
	}),
	'right to left': questionPage({
		run: 0,
		title: 'متجر المثال',
		text: 'هل يمكن إرسال الفاتورة 2026-1001؟',
		buttons: [
			{ approved: true, label: 'نعم، أرسلها' },
			{ approved: false, label: 'ليس بعد' },
		],
	}),
	text: questionPage({ ...question, buttons: [] }),
	'text with a problem': questionPage(
		{ ...question, buttons: [] },
		{ message: 'Enter a response first.', text: '' },
	),
	'hostile text': questionPage({
		...question,
		text: '<script>document.title = "taken"</script><img src=x onerror="document.title=1">',
	}),
	answered: answeredPage({ text: 'Yes,\nbut tomorrow' }),
	closed: closedPage(),
};

let browser: Browser;
let server: Server;
let url: string;
let posted: string[] = [];

beforeAll(async () => {
	browser = await startBrowser();
	server = createServer(async (request, response) => {
		let body = '';
		for await (const piece of request) body += String(piece);
		if (request.method === 'POST') posted.push(`${request.url} ${body}`);
		const name = decodeURIComponent(new URL(request.url!, url).pathname.slice(1));
		response.writeHead(pages[name] ? 200 : 404, pageHeaders(url)).end(pages[name]);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void (posted = []));
afterAll(async () => {
	await browser.close();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

/**
 * Opens a page as the recipient does.
 *
 * @param forAxe lets axe run in it, which the page's own policy would not
 */
async function openPage(name: string, options: object = {}, forAxe = false): Promise<Page> {
	const window = await newWindow(browser, options);
	const page = await window.newPage();
	if (!forAxe) {
		await page.goto(`${url}/${encodeURIComponent(name)}?run=0&signature=abc`);
		return page;
	}
	await page.setContent(pages[name].replace(/<meta http-equiv[^>]*>/, ''));
	return page;
}

/** The form is posted in the background of a key press or click: waits until its response is there. */
async function submit(page: Page, press: () => Promise<void>): Promise<void> {
	const response = page.waitForResponse((each) => each.request().method() === 'POST');
	await press();
	await response;
}

const widths = { 'an old phone': 320, 'a desktop': 1280 };

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
	describe.each(Object.entries(widths))('on %s', (_device, width) => {
		const view = { colorScheme, viewport: { width, height: 640 } };

		test.each(Object.keys(pages))(
			'axe finds nothing wrong, and it fits without scrolling sideways: %s',
			async (name) => {
				const page = await openPage(name, view, true);
				expect(await findings(page)).toEqual([]);
				const sizes = '[document.documentElement.scrollWidth, innerWidth]';
				const [content, window] = (await page.evaluate(sizes)) as number[];
				expect(content).toBeLessThanOrEqual(window);
				await page.context().close();
			},
		);
	});
});

describe('under its own policy', () => {
	test('the page has its look, and what a stranger wrote does not run', async () => {
		const page = await openPage('hostile text', { colorScheme: 'light' });
		expect(await page.title()).toBe('Example Shop');
		const button = page.getByRole('button', { name: 'Send it' });
		const { height } = (await button.boundingBox())!;
		expect(height).toBeGreaterThanOrEqual(48);
		await page.context().close();
	});

	test('a button sends its answer to the address of the page', async () => {
		const page = await openPage('approval', { javaScriptEnabled: false });
		await submit(page, async () => await page.getByRole('button', { name: 'Not yet' }).click());
		expect(posted).toEqual(['/approval?run=0&signature=abc approved=false']);
		await page.context().close();
	});

	test('a text is sent by keyboard alone, found by its label', async () => {
		const page = await openPage('text', { javaScriptEnabled: false });
		await page.getByLabel('Your response').fill('نعم\nمن فضلك');
		await page.keyboard.press('Tab');
		await submit(page, async () => await page.keyboard.press('Enter'));
		const [, body] = posted[0].split(' ');
		expect(new URLSearchParams(body).get('text')).toBe('نعم\r\nمن فضلك');
		await page.context().close();
	});

	test('an empty text is not sent', async () => {
		const page = await openPage('text');
		await page.getByRole('button', { name: 'Send' }).click();
		expect(await page.locator('textarea:invalid:focus').count()).toBe(1);
		expect(posted).toEqual([]);
		await page.context().close();
	});

	test('a text from right to left begins at the right', async () => {
		const page = await openPage('right to left');
		const directions =
			'Array.from(document.querySelectorAll("h1, .said, button"), (e) => getComputedStyle(e).direction)';
		expect(await page.evaluate(directions)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
		await page.context().close();
	});
});
