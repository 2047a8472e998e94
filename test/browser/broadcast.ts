import type { Instance } from '../../rig/startRig';
import { FORM_LOGIN, prepareDemo } from '../../rig/workflows/examples';
import type { NewPage } from './browser';

const viewport = { width: 1366, height: 768 };
const httpCredentials = { username: FORM_LOGIN.user, password: FORM_LOGIN.password };

/** The pages of "Broadcast or ask by a form" in a browser. */
export function broadcast(instance: Instance, newPage: NewPage): void {
	test('A person gets from copied cells to the list of who got it', async () => {
		await prepareDemo(instance.api, instance.sandbox, FORM_LOGIN);
		const page = await newPage({ viewport, httpCredentials });
		const next = async () => await page.getByRole('button', { name: 'Next' }).click();
		const heading = async (name: string) => await page.getByRole('heading', { name }).waitFor();
		await page.goto(`${instance.n8n.url}/form/whatsapp-broadcast`);
		await page.getByLabel('Your list').focus();
		await page.keyboard.insertText('Nama\tNo HP\nAyu\t0812-0001-0001\nBima\t0812-0001\n');
		await page.getByLabel('Message').fill('Hello {Nama},\nsee you on Monday.');
		await page.getByLabel('Campaign').fill('Monday');
		await page.getByLabel('Country').fill('62');
		await page.getByLabel('Send from').selectOption('00:00');
		await page.getByLabel('Send until').selectOption('24:00');
		await next();
		await heading('Which column is which?');
		await next();
		await heading('1 of 2 would get the message');
		await page.getByRole('cell', { name: 'Wrong number: "0812-0001"' }).waitFor();
		await page.getByText('Hello Ayu, see you on Monday.').waitFor();
		await page.getByText('Send', { exact: true }).click();
		const saved = page.waitForEvent('download');
		await next();
		await heading('1 of 2 got the message');
		expect((await saved).suggestedFilename()).toMatch(/^Monday .*\.xlsx$/);
		expect(instance.sandbox.accepted).toMatchObject([
			{ recipient: '6281200010001', text: 'Hello Ayu,\nsee you on Monday.' },
		]);
	});
}
