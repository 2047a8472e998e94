import type { Page } from 'playwright-core';
import { send, sendMany } from './harness/arriving';
import { becomes } from './harness/becomes';
import { desk, phone, texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

const MANY = 10_000;

/** Chats and messages are shown a part at a time; each takes some ten elements. */
const MOST_ELEMENTS = 4000;

/** Adds up every layout shift, also those that the browser would forgive because a user had just pressed something. */
const watch = (page: Page) =>
	page.addInitScript(`
		window.shifts = [];
		new PerformanceObserver((list) => {
			for (const { value, sources } of list.getEntries())
				shifts.push({ value, of: sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join() });
		}).observe({ type: 'layout-shift', buffered: true });
	`);
const shifts = (page: Page) => page.evaluate('shifts');
const elements = (page: Page) => page.evaluate('document.querySelectorAll("*").length');
const newestIn = (page: Page) => page.locator('#messages > li').last();
const seqOf = async (page: Page, which: 'first' | 'last') =>
	Number(await page.locator('#messages > li')[which]().getAttribute('data-seq'));

/** Sends them, the very last one alone, so that it is clear which one that is. */
async function sendAll(number: number): Promise<void> {
	await sendMany(holder.sandbox, number - 1);
	await send(holder.sandbox, { phone: '6281234567890', text: 'The last one' });
}
const lastOneComes = async (page: Page) => await newestIn(page).getByText('The last one', { exact: true }).waitFor();

describe.each(Object.entries({ desk, phone }))('on a %s', (name, device) => {
	const show = async (page: Page) => {
		if (name === 'phone') await page.locator('#chats button').first().tap();
	};

	test('a page with 10,000 messages loads with few elements and nothing shifts', async () => {
		await sendAll(MANY);
		const page = await open(device, watch);
		await becomes(async () => (await texts(page, '#outcomes b', 3))[0], '10,000');
		await show(page);
		await lastOneComes(page);
		expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
		expect(await shifts(page)).toEqual([]);
	});

	test('10,000 messages arrive, the newest is in sight, and nothing shifts', async () => {
		const page = await open(device, watch);
		await show(page);
		await sendAll(MANY);
		await lastOneComes(page);
		const { y, height } = (await newestIn(page).boundingBox())!;
		expect(y + height).toBeLessThanOrEqual(device.viewport.height);
		expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
		expect(await shifts(page)).toEqual([]);
	});
});

test('earlier messages come as one scrolls up, what is read stays in its place, and the newest are a click away', async () => {
	await sendAll(1000);
	const page = await open(desk, watch);
	await lastOneComes(page);
	const newest = await seqOf(page, 'last');
	const log = page.locator('#log');
	await log.hover();
	for (let turn = 0; turn < 30; turn++) {
		await page.mouse.wheel(0, -1500);
		await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
	}
	expect(newest - (await seqOf(page, 'first'))).toBeGreaterThan(300);
	expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);

	const reading = (await page.evaluate(
		'[...document.querySelectorAll("#messages > li")].find((item) => item.getBoundingClientRect().top > 200).dataset.seq',
	)) as string;
	const placeOf = async () => (await page.locator(`[data-seq="${reading}"]`).boundingBox())?.y;
	const place = await placeOf();
	await sendAll(100);
	await becomes(async () => (await texts(page, '#outcomes b', 3))[0], '1,100');
	expect(await placeOf()).toBe(place);

	await page.getByRole('button', { name: 'Newest messages' }).click();
	await lastOneComes(page);
	expect(await shifts(page)).toEqual([]);
});
