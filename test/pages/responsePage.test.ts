import type { Page } from 'playwright-core';
import { readersLanguage } from '../../nodes/WhatsAppSender/message/wait/languages';
import {
	answeredPage,
	closedPage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';
import { expectAccessible, usePages } from '../../rig/browser/browser';
import { answering } from '../../rig/servers/answering';
import { approval } from '../unit/question';

const newPage = usePages();

const question = {
	...approval,
	text: 'May invoice 2026-1001 for Zoë Müller go out?\n\nTotal: 265,000',
};
const long = 'https://example.com/' + 'without-a-place-to-break'.repeat(20);
const freeText = { ...question, buttons: [] };
const arabicQuestion = {
	...question,
	title: 'متجر المثال',
	text: 'هل يمكن إرسال الفاتورة 2026-1001؟',
	buttons: [
		{ approved: true, label: 'نعم، أرسلها' },
		{ approved: false, label: 'ليس بعد' },
	],
};
const english = readersLanguage('en');
const arabic = readersLanguage('ar');
const pages: Record<string, string> = {
	approval: questionPage(question, english),
	'long words': questionPage(
		{ ...question, title: long, text: long, buttons: [{ approved: true, label: long }] },
		english,
	),
	'right to left': questionPage(arabicQuestion, english),
	text: questionPage(freeText, english),
	problem: questionPage(freeText, english, { message: english.say.enter, text: '' }),
	answered: answeredPage({ text: 'Yes,\nbut tomorrow' }, english),
	closed: closedPage(english),
	'an English question in Arabic': questionPage({ ...freeText, title: '' }, arabic),
};

let server: Awaited<ReturnType<typeof answering>>;
let posted: string[] = [];

beforeAll(async () => {
	server = await answering(({ method, url = '' }, response, body) => {
		if (method === 'POST') posted.push(`${url} ${body}`);
		const name = decodeURIComponent(new URL(url, server.url).pathname.slice(1));
		response.writeHead(pages[name] ? 200 : 404, pageHeaders(server.url)).end(pages[name]);
	});
});
beforeEach(() => void (posted = []));
afterAll(async () => await server.close());

async function openPage(name: string, options: object = {}): Promise<Page> {
	const page = await newPage(options);
	await page.goto(`${server.url}/${encodeURIComponent(name)}?run=0&signature=abc`);
	return page;
}

/** The form is posted in the background of a key press or click: waits until its response is there. */
async function submit(page: Page, press: () => Promise<void>): Promise<void> {
	const response = page.waitForResponse((each) => each.request().method() === 'POST');
	await press();
	await response;
}

// An old phone, and a desktop.
describe.each([
	['light', 320],
	['dark', 1280],
] as const)('in the %s theme, %i pixels wide', (colorScheme, width) => {
	test.each(Object.keys(pages))('the page "%s" is accessible and fits', async (name) => {
		const view = { colorScheme, viewport: { width, height: 640 } };
		const page = await newPage(view);
		// The page's own policy would not let axe run in it.
		await page.setContent(pages[name].replace(/<meta http-equiv[^>]*>/, ''));
		await expectAccessible(page);
	});
});

describe('under its own policy', () => {
	test('the page has its look', async () => {
		const page = await openPage('approval');
		const { height } = (await page.getByRole('button', { name: 'Send it' }).boundingBox())!;
		expect(height).toBeGreaterThanOrEqual(48);
	});

	test('a button sends its answer to the address of the page', async () => {
		const page = await openPage('approval', { javaScriptEnabled: false });
		await submit(page, async () => await page.getByRole('button', { name: 'Not yet' }).click());
		expect(posted).toEqual(['/approval?run=0&signature=abc approved=false']);
	});

	test('a text is sent by keyboard alone, found by its label, and not where it is empty', async () => {
		const page = await openPage('text');
		await page.getByRole('button', { name: 'Send' }).click();
		expect(await page.locator('textarea:invalid:focus').count()).toBe(1);
		expect(posted).toEqual([]);
		await page.getByLabel('Your response').fill('نعم\nمن فضلك');
		await page.keyboard.press('Tab');
		await submit(page, async () => await page.keyboard.press('Enter'));
		const [, body] = posted[0].split(' ');
		expect(new URLSearchParams(body).get('text')).toBe('نعم\r\nمن فضلك');
	});
});
