import type { Sandbox } from '../../../../sandbox/service';

/** Sends a message, of any form, to the sandbox. */
export async function send(sandbox: Sandbox, fields: Record<string, unknown>): Promise<void> {
	await fetch(`${sandbox.url}/send`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ api_key: sandbox.apiKey, text: 'Hello', ...fields }),
	});
}

/** Four accepted messages to three recipients, one of them a group, and a refused one. */
export async function sendSome(sandbox: Sandbox): Promise<void> {
	await send(sandbox, { phone: '6281234567890', text: 'Your order has been shipped' });
	await send(sandbox, { phone: '6281234567891', text: 'Your parcel is ready' });
	await send(sandbox, { phone: '6281234567890', text: 'Thank you for your order' });
	await send(sandbox, { phone: '0812', text: 'To nobody' });
	const buttons = [{ title: 'I will come' }];
	await send(sandbox, { group_id: '1203630@g.us', text: 'Market day', isInteractive: true, footer: 'See you', buttons });
}

/** Every message to another recipient, some at a time. */
export async function sendMany(sandbox: Sandbox, number: number): Promise<void> {
	for (let sent = 0; sent < number; sent += 50) {
		const numbers = Array.from({ length: Math.min(50, number - sent) }, (_, index) => 62_000_010_000 + sent + index);
		await Promise.all(numbers.map((phone) => send(sandbox, { phone: String(phone), text: `Hello ${phone}` })));
	}
}
