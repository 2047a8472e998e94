import type { BrowserContextOptions } from 'playwright-core';
import { expectAccessible, type NewPage } from './browser';
import type { Instance } from '../../rig/startRig';
import { answered, ask, isWaiting } from '../../rig/workflows/asking';

/** An old phone. */
const viewport = { width: 320, height: 640 };

/** The page of a question in a browser. */
export function question(instance: Instance, newPage: NewPage): void {
	const open = async (link: string, options: BrowserContextOptions) => {
		const page = await newPage({ viewport, ...options });
		await page.goto(link);
		return page;
	};

	test('A person answers on a phone without JavaScript, and opening the page decides nothing', async () => {
		const values = { approvalType: 'double', approveLabel: 'Send it', disapproveLabel: 'Not yet' };
		const asked = await ask(instance, { approvalOptions: { values } });
		for (const colorScheme of ['light', 'dark'] as const) {
			// The page's policy would stop axe.
			await expectAccessible(await open(asked.link, { colorScheme, bypassCSP: true }));
		}
		const page = await open(asked.link, { javaScriptEnabled: false });
		await page.getByText('May it go out?').first().waitFor();
		const button = page.getByRole('button', { name: 'Not yet' });
		// A thumb's height: the policies of the page and of n8n allow the page's style.
		expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(48);
		expect(await isWaiting(instance, asked)).toBe(true);
		await button.click();
		await page.getByText('Thank you').first().waitFor();
		expect((await answered(instance, asked)).json).toMatchObject({ data: { approved: false } });
	});

	test('a text can be sent by keyboard, and an empty one is refused', async () => {
		const asked = await ask(instance, { responseType: 'freeText' });
		const page = await open(asked.link, {});
		await page.getByRole('button').click();
		expect(await page.locator('textarea:invalid:focus').count()).toBe(1);
		await page.getByLabel('Your response').fill('نعم\nمن فضلك');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		const { json } = await answered(instance, asked);
		expect(json).toMatchObject({ data: { text: 'نعم\nمن فضلك' } });
	});
}
