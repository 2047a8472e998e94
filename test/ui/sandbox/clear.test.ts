import { send, sendSome } from './harness/arriving';
import { becomes } from './harness/becomes';
import { texts, useSandboxPage } from './harness/sandboxPage';

const { holder, open } = useSandboxPage();

test('clearing asks first, and Cancel and Escape change nothing', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	for (const leave of ['click', 'Escape']) {
		await page.getByRole('button', { name: 'Clear…' }).click();
		await page.getByRole('dialog', { name: 'Clear all 5 messages?' }).waitFor();
		if (leave === 'click') await page.getByRole('button', { name: 'Cancel' }).click();
		else await page.keyboard.press(leave);
		await page.getByRole('dialog').waitFor({ state: 'hidden' });
	}
	await texts(page, '#messages > li', 5);
	expect(holder.sandbox.requests).toHaveLength(5);
});

test('clearing empties the sandbox and every open page, and a reload stays empty', async () => {
	await sendSome(holder.sandbox);
	const [page, other] = [await open(), await open()];
	await texts(other, '#messages > li', 5);
	await page.getByRole('button', { name: 'Clear…' }).click();
	await page.getByRole('button', { name: 'Clear', exact: true }).click();
	for (const each of [page, other]) {
		await each.getByText('Nothing has arrived yet').waitFor();
		await becomes(async () => await texts(each, '#outcomes b', 3), ['0', '0', '0']);
	}
	expect(holder.sandbox.requests).toHaveLength(0);
	await page.reload();
	await page.getByText('Nothing has arrived yet').waitFor();

	await send(holder.sandbox, { phone: '6281234567890', text: 'After that' });
	for (const each of [page, other]) expect((await texts(each, '#messages > li', 1))[0]).toContain('After that');
});

test('where the sandbox does not answer, nothing is cleared and the dialog says so', async () => {
	await sendSome(holder.sandbox);
	const page = await open();
	await page.route('**/messages', (route) => route.abort());
	await page.getByRole('button', { name: 'Clear…' }).click();
	await page.getByRole('button', { name: 'Clear', exact: true }).click();
	await page.getByText('nothing was cleared').waitFor();
	await texts(page, '#messages > li', 5);
});
