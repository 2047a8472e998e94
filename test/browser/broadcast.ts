import type { Instance } from '../../rig/startRig';
import { prepareDemo } from '../../rig/workflows/examples';
import type { NewPage } from './browser';

const viewport = { width: 1366, height: 768 };
const list = {
	name: 'parents.csv',
	mimeType: 'text/csv',
	buffer: Buffer.from('Nama;No HP\r\nAyu;0812-0001-0001\r\nBima;0812-0001\r\n'),
};

/** The pages of "Broadcast by a form" in a browser. */
export function broadcast(instance: Instance, newPage: NewPage): void {
	test('A person gets from a file to the list of who got it', async () => {
		await prepareDemo(instance.api, instance.sandbox);
		const page = await newPage({ viewport });
		const next = async () => await page.getByRole('button', { name: /^(Next|Look)$/ }).click();
		await page.goto(`${instance.n8n.url}/form/whatsapp-broadcast`);
		await page.getByLabel('Your list').setInputFiles(list);
		await page.getByLabel('Message. ').fill('Hello {Nama},\nsee you on Monday.');
		await page.getByLabel('Campaign: ').fill('Monday');
		await page.getByLabel('Country').fill('62');
		await page.getByLabel('Hours').fill('00:00 to 24:00');
		await next();
		await page.getByRole('heading', { name: 'Which column is which?' }).waitFor();
		await next();
		await page.getByRole('heading', { name: '1 of 2 would get the message' }).waitFor();
		await page.getByRole('cell', { name: 'Wrong number: "0812-0001"' }).waitFor();
		await page.getByText('Hello Ayu,\nsee you on Monday.').waitFor();
		await page.getByText('Send', { exact: true }).click();
		const saved = page.waitForEvent('download');
		await next();
		await page.getByRole('heading', { name: '1 of 2 accepted' }).waitFor();
		expect((await saved).suggestedFilename()).toMatch(/^Monday .*\.csv$/);
		expect(instance.sandbox.accepted).toMatchObject([
			{ recipient: '6281200010001', text: 'Hello Ayu,\nsee you on Monday.' },
		]);
	});
}
