import { expectAccessible, type NewPage } from './browser';
import type { Instance } from '../../rig/startRig';
import { startSandbox } from '../../sandbox';
import { sendJson } from '../sandbox/client';

const [AYU, BIMA, REJECTED] = ['6281200010001', '6281200010002', '6281200030500'];
const WINDOWS = [
	{ width: 1366, height: 768 },
	{ width: 683, height: 384 },
];

/** The sandbox's page in a browser. */
export function sandboxPage(instance: Instance, newPage: NewPage): void {
	const send = async (phone: string, text: string) => {
		const { apiKey: api_key } = instance.sandbox;
		await sendJson(instance.sandbox, { api_key, phone, text });
	};

	test('Chats are listed newest first until Clear removes them, and texts are never HTML', async () => {
		const html = 'See <b>you</b> <script>document.title = "changed"</script>';
		await send(AYU, html);
		await send(REJECTED, 'Hello');
		const page = await newPage({ viewport: WINDOWS[0] });
		await page.goto(instance.sandbox.url);
		const chats = page.getByRole('navigation').getByRole('link');
		const [newest, other] = [chats.nth(0), chats.nth(1)];
		await newest.filter({ hasText: 'Always rejected' }).getByText('Rejected, HTTP 500').waitFor();
		await other.filter({ hasText: 'Ayu Lestari' }).getByText(html).click();
		await page.getByRole('article').getByText(html).waitFor();
		// The chat that was chosen stays open.
		await send(BIMA, 'Hello');
		await newest.filter({ hasText: 'Bima Prakoso' }).waitFor();
		await send(AYU, 'Bye');
		await newest.filter({ hasText: 'Ayu Lestari' }).getByText('Bye').waitFor();
		await page.getByRole('article').getByText('Bye', { exact: true }).waitFor();
		expect(await page.getByRole('article').count()).toBe(2);
		expect(await page.title()).toBe('Message sandbox');
		await page.getByRole('button').click();
		await page.getByText('Run a workflow in n8n').waitFor();
		expect(await chats.count()).toBe(0);
		expect(instance.sandbox.requests).toEqual([]);
	});

	test('A page that is open says when the sandbox has stopped, and goes on with the next', async () => {
		const sandbox = await startSandbox();
		const page = await newPage({ viewport: WINDOWS[0] });
		await page.goto(sandbox.url);
		await page.getByText('Accepted 0').waitFor();
		await sandbox.close();
		await page.getByText('The sandbox has stopped. To continue, enter: npm start').waitFor();
		const next = await startSandbox({ port: Number(new URL(sandbox.url).port) });
		await page.getByText('Accepted 0').waitFor();
		await next.close();
	});

	test.each(WINDOWS)('An open request covers nothing ($width × $height)', async (viewport) => {
		await send(AYU, `Hello ${'https://example.com/long'.repeat(9)}`);
		await send(AYU, 'Bye');
		await send(REJECTED, 'Hello');
		for (const colorScheme of ['light', 'dark'] as const) {
			// The page's policy would stop axe.
			const page = await newPage({ viewport, colorScheme, bypassCSP: true });
			await page.goto(instance.sandbox.url);
			await page.getByRole('navigation').getByText('Ayu Lestari').click();
			await page.getByRole('article').getByText('Request').first().click();
			const [first, second] = await page.getByRole('article').all();
			const request = (await first.getByLabel('Request').boundingBox())!;
			expect(request.height).toBeGreaterThan(100);
			const end = request.y + request.height;
			expect((await second.boundingBox())!.y).toBeGreaterThanOrEqual(end);
			await expectAccessible(page);
			await page.getByText('Test numbers that fail').click();
			await page.getByText('6281200030444').waitFor();
			await expectAccessible(page);
		}
	});
}
