import type { IDataObject } from 'n8n-workflow';
import { createHmac, randomUUID } from 'node:crypto';
import { askedBy, open, post } from '../../../rig/workflows/asking';
import { lastExecution } from '../../../rig/workflows/call';
import { observations, useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { demoLists } from '../../../sandbox/demoLists';

const [AYU, BIMA, CITRA] = [1, 2, 3].map((index) => `628120001000${index}`);
const AMELIA = '447700900101';
const NUMBER = '+62 812-3456-7890';
const STOP = `${NUMBER} wants no more messages. Please add this number to the list Unsubscribed.`;

const lists = demoLists();
const newsletter = lists[0].contacts;
const members = lists.find(({ title }) => title === 'London members')!.contacts;
/** The receiver's responses for the members of a list. */
const posted = (format: (phone: string) => string) => ({
	'Post each contact': members.map(({ name, phone }) => ({ saved: name, phone: format(phone) })),
});
const textOf = ({ name }: { name: string }) => expect.stringContaining(`Hello ${name},`);
const ready = (recipient: string) => ({ recipient, wouldSend: true });
const csv = { filename: 'orders.csv', mimetype: 'text/csv' };
const firstMessage = 'Hello from n8n 👋\nThis is my first message.';

/** An example, the messages that it sends, and the output of some nodes. */
const RUN_BY_HAND: Array<
	[example: string, messages: object[], outputs?: Record<string, object[]>]
> = [
	['First message', [{ recipient: AYU, text: firstMessage }]],
	[
		'Broadcast to a list',
		newsletter.map((each) => ({ recipient: each.phone, text: textOf(each) })),
		{ 'Got it': newsletter.map(({ name, phone }) => ({ name, number: phone })) },
	],
	[
		'Broadcast to a spreadsheet',
		[],
		{
			'Message each customer': [
				...[AYU, BIMA, CITRA].map(ready),
				{ reason: 'invalid', problem: expect.stringMatching(/^Phone "0812-0001" /) },
				{ recipient: '6281200010005', reason: 'neverSendTo' },
				ready(AMELIA),
				{ recipient: AYU, reason: 'duplicate' },
			],
			'Did not get it': ['Ayu', 'Bima', 'Citra', 'Dimas', 'Eka', 'Amelia', 'Ayu L.'].map(
				(name) => ({ name }),
			),
		},
	],
	['Upload a generated file', [{ recipient: AYU, file: csv }]],
	['Sub-workflow that sends', [{ recipient: AYU, text: 'Sent by a sub-workflow' }]],
	['List to webhook', [], posted((phone) => phone.replace(/^44/, '0'))],
	['List to a webhook with a login', [], posted((phone) => phone)],
	['Move from HTTP Request', Array(2).fill({ recipient: AYU, text: 'Hello Ayu' })],
];

const json = { 'content-type': 'application/json' };
const picture = new Blob(['a picture'], { type: 'image/png' });
// Without the right option, n8n reads a single quotation mark as the beginning of a quotation.
const sheet = new Blob([`name,phone\n"Ayu" Lestari,0812-0001-0001\nBima,${BIMA}\n`]);
// As Excel saves it where the comma is the decimal sign.
const semicolons = new Blob([
	'\uFEFFNama;No HP;Alamat\nCitra;0812-0001-0003;"Jl. Merdeka 5, Bandung"\n',
]);

type Fields = Array<string | [Blob, filename: string]>;

/** A form's example, its path, the user's input, and the messages. 9:00 in Jakarta is 2:00 in UTC. */
const FORMS: Array<[example: string, path: string, fields: Fields, messages: object[]]> = [
	[
		'Scheduled reminder from a form',
		'whatsapp-reminder',
		[NUMBER, 'See you tomorrow', '2030-12-01', '09:00'],
		[{ recipient: '6281234567890', text: 'See you tomorrow', sendAt: '1922320800' }],
	],
	['Collect unsubscribe requests', 'whatsapp-stop', [NUMBER], [{ recipient: AYU, text: STOP }]],
	[
		'Send a picture from a form',
		'whatsapp-picture',
		[[picture, 'offer.png'], [sheet, 'customers.csv'], 'New in our shop.'],
		[AYU, BIMA].map((recipient) => ({ recipient, file: { filename: 'offer.png' } })),
	],
	[
		'Send a picture from a form',
		'whatsapp-picture',
		[[picture, 'offer.png'], [semicolons, 'pelanggan.csv'], 'New in our shop.'],
		[{ recipient: CITRA, text: 'Hello Citra! New in our shop.' }],
	],
];

const ayu = { name: 'Ayu', phone: AYU, date: '30/11/2026', time: '14:30' };
const bima = { ...ayu, phone: BIMA, time: '8:00' };
const citra = { ...ayu, phone: CITRA, date: '1/12/2026' };
const amelia = { ...ayu, phone: AMELIA, date: '4/12/2026' };
const sheetOfAppointments = [ayu, bima, citra, amelia];

/** The schedule's time, the rows at this time, and who is reminded. */
const SCHEDULE: Array<[time: string, rows: object[], reminded: string[]]> = [
	['2026-11-29T08:59', [ayu, bima, amelia], []],
	['2026-11-29T09:00', [ayu, bima, amelia], [AYU, BIMA]],
	['2026-11-29T10:00', [ayu, bima, amelia], []],
	// A row that is added at noon.
	['2026-11-30T12:00', sheetOfAppointments, [CITRA]],
	// n8n was off at 9:00, and on the whole day before.
	['2026-12-03T20:00', sheetOfAppointments, []],
	['2026-12-04T13:00', sheetOfAppointments, [AMELIA]],
	['2026-12-04T15:00', [{ ...ayu, date: '04/12/2026' }], []],
	// An appointment that was moved.
	['2026-12-04T15:00', [{ ...ayu, date: '05/12/2026' }], [AYU]],
];

/** The workflows in `examples/`. The suite `review` runs the others, in which a person reviews an agent. */
export function examples(instance: Instance): void {
	describe('Example', () => {
		const { import: importAgain, named, runSaved } = useExamples(instance);
		const accepted = () => instance.sandbox.accepted;
		const recipients = () => accepted().map(({ recipient }) => recipient);
		/** Gives a credential of the examples a known secret. */
		const setCredential = async (type: string, name: string, data: Record<string, string>) => {
			const known = await instance.api.credentials();
			const { id } = known.find((each) => each.type === type && each.name === name)!;
			await instance.api.updateCredential(id, { type, name, data });
		};
		/** Calls a published webhook with the very bytes of a body. @returns the status of the response */
		const deliver = async (path: string, body: string, headers: Record<string, string>) => {
			const url = `${instance.api.webhooks}/webhook/${path}`;
			return (await fetch(url, { method: 'POST', body, headers })).status;
		};
		/** Fills in a published form. */
		const postForm = async (path: string, fields: Fields) => {
			const form = `${instance.n8n.url}/form/${path}`;
			const body = new FormData();
			for (const [index, value] of fields.entries()) {
				if (typeof value === 'string') body.append(`field-${index}`, value);
				else body.append(`field-${index}`, ...value);
			}
			// n8n activates in the background.
			await until(async () => (await fetch(form, { method: 'POST', body })).ok);
		};
		/** Waits until all executions of a workflow have ended. @returns how each ended */
		const endsOf = async (id: string, count: number) => {
			const ends = async () => (await instance.api.executions(id, 20)).map(({ status }) => status);
			const isOver = (ended: string[]) =>
				ended.length === count && !ended.some((status) => /new|running/.test(status)) && ended;
			return await until(async () => isOver(await ends()), 20_000);
		};

		test('npm start imports each workflow only once', async () => {
			expect(await importAgain()).toEqual([]);
		});

		test.each(RUN_BY_HAND)('%s', async (example, messages, outputs = {}) => {
			const outputOf = await runSaved(await named(example));
			expect(accepted()).toMatchObject(messages);
			for (const [name, output] of Object.entries(outputs)) {
				expect(outputOf(name)).toMatchObject(output);
			}
		});

		test.each(FORMS)('%s', async (example, path, fields, messages) => {
			const { id } = await named(example);
			await instance.api.activate(id);
			await postForm(path, fields);
			await until(() => accepted().length === messages.length);
			expect((await lastExecution(instance, id)).status).toBe('success');
			expect(accepted()).toMatchObject(messages);
		});

		test('Send a picture from a form, with a sheet without a column for the phone', async () => {
			const { id } = await named('Send a picture from a form');
			await instance.api.activate(id);
			const cities = new Blob(['Nama;Kota\nCitra;Bandung\n']);
			const before = (await instance.api.executions(id, 20)).length;
			await postForm('whatsapp-picture', [[picture, 'offer.png'], [cities, 'kota.csv'], 'Again']);
			await endsOf(id, before + 1);
			const { error } = (await lastExecution(instance, id)).data.resultData;
			expect(error?.message).toContain('Phone is empty: this item has Nama, Kota');
		});

		test.each([
			['true', { recipient: AYU, text: 'Hello Ayu, here is your invoice 2026-1001.' }],
			['false', { recipient: CITRA, text: expect.stringContaining('the owner said not yet') }],
		])('Ask before sending an invoice, with the answer %s', async (approved, message) => {
			const example = await named('Ask before sending an invoice');
			await instance.api.run(example, 'Run manually');
			const asked = await askedBy(instance, example.id);
			expect(await (await open(asked.link)).text()).toContain('>Example Shop</h1>');
			await post(asked.link, { approved });
			expect((await instance.api.executionEnded(asked.executionId)).status).toBe('success');
			expect(accepted()).toMatchObject([{ recipient: BIMA }, message]);
		});

		test('Campaign with a result list, repaired and continued with a picture', async () => {
			const workflow = await named('Campaign with a result list');
			// In this time zone it is noon, so that the sending hours include the present.
			const hours = new Date().getUTCHours() - 12;
			workflow.settings!.timezone = `Etc/GMT${hours < 0 ? hours : `+${hours}`}`;
			const parametersOf = (node: string) =>
				workflow.nodes.find(({ name }) => name === node)!.parameters as IDataObject;
			const message = parametersOf('Message each customer');
			type Fields = { assignments: Array<{ value: string }> };
			const [, customers] = (parametersOf('Your campaign').assignments as Fields).assignments;
			/** Runs the campaign. @returns its error, and the names on the list by their result */
			const run = async () => {
				instance.sandbox.reset();
				await instance.api.updateWorkflow(workflow);
				const id = await instance.api.run(workflow, 'Run manually');
				const { error } = (await instance.api.executionEnded(id)).data.resultData;
				const rows = await instance.api.dataTableRows('Results of “Spring offer”');
				rows.sort((one, other) => Number(one.row) - Number(other.row));
				const names: Record<string, unknown[]> = {};
				for (const { result, name } of rows) (names[String(result)] ??= []).push(name);
				return { error: error?.message, ...names };
			};
			const leftOut = { 'Left out': ['Eka', 'Ayu L.'] };
			const ready = { Ready: ['Ayu', 'Bima', 'Citra', 'Amelia', 'Grace'] };
			expect(await run()).toEqual({ ...ready, 'Cannot be sent': ['Dimas', 'Frank'], ...leftOut });

			delete (message.options as IDataObject).dryRun;
			expect(await run()).toEqual({
				error: expect.stringMatching(
					/^3 not sent, .* Row 5 \(Dimas\): .* Row 9 .* Row 10 \(Grace\): /,
				),
				'Got it': ['Ayu', 'Bima', 'Citra', 'Amelia'],
				'Not sent': ['Dimas', 'Frank', 'Grace'],
				...leftOut,
			});
			expect(recipients()).toEqual([AYU, BIMA, CITRA, AMELIA]);

			// Two rows are corrected, an empty one and a second batch are added, and one is unconfirmed.
			customers.value = customers.value
				.replace('0812-0001\n', '0812-0001-0004\n')
				.replace('Frank\t\n', 'Frank\t0812-0001-0008\n\t\n')
				.replace('900500', '900502')
				.concat('\nHenry\t0812-0001-0009\nIndra\t0812-0001-0010');
			const gotIt = 'Ayu,Bima,Citra,Dimas,Amelia,Ayu L.,Frank,Henry,Indra'.split(',');
			expect(await run()).toEqual({
				error: expect.stringMatching(/^1 not sent, .* Row 11 \(Grace\): /),
				'Got it': gotIt,
				'Check in WhatsApp': ['Grace'],
				'Left out': ['Eka'],
			});
			expect(recipients()).toEqual(['04', '08', '09', '10'].map((end) => `62812000100${end}`));

			const { id } = await named('Store a picture for a campaign');
			await instance.api.activate(id);
			await postForm('whatsapp-campaign-picture', [[picture, 'offer.png']]);
			expect((await lastExecution(instance, id)).status).toBe('success');
			customers.value += '\nJack\t0812-0001-0011';
			Object.assign(message, { operation: 'sendMedia', mediaSource: 'binary' });
			expect(await run()).toMatchObject({ 'Got it': [...gotIt, 'Jack'] });
			expect(accepted()).toMatchObject([
				{ recipient: '6281200010011', file: { mimetype: 'image/png' } },
			]);
		});

		test('Remind of appointments', async () => {
			const workflow = await named('Remind of appointments');
			workflow.settings = { ...workflow.settings, timezone: 'Asia/Jakarta' };
			const run = async (time: string, rows: object[]) => {
				instance.sandbox.reset();
				workflow.pinData = {
					'Every hour': [{ json: { timestamp: `${time}:00.000+07:00` } }],
					'One row each': rows.map((json) => ({ json })),
				};
				await instance.api.updateWorkflow(workflow);
				const id = await instance.api.run(workflow, 'Every hour');
				return (await instance.api.executionEnded(id)).data.resultData.error;
			};
			for (const [time, rows, reminded] of SCHEDULE) {
				expect(await run(time, rows)).toBeUndefined();
				expect([time, ...recipients()]).toEqual([time, ...reminded]);
			}
			// A date that cannot be read fails by itself.
			const unreadable = { ...ayu, date: '30.11.2026' };
			const error = await run('2026-12-06T09:00', [unreadable, { ...bima, date: '7/12/2026' }]);
			expect(error?.message).toContain('30.11.2026');
			expect(accepted()).toMatchObject([
				{ recipient: BIMA, text: expect.stringContaining('on Monday 7 December at 8:00') },
			]);
		});

		test('Order update once, with two calls at the same moment', async () => {
			const key = randomUUID();
			await setCredential('httpHeaderAuth', 'Demo receiver', { name: 'X-Shop-Key', value: key });
			const { id } = await named('Order update once');
			await instance.api.activate(id);
			const call = async (status: string, secret: string = key) => {
				const customer = { name: 'Ayu', phone: '0812-0001-0001', country: 'ID' };
				const order = JSON.stringify({ orderId: 1001, status, ...customer });
				return await deliver('whatsapp-order-update', order, { ...json, 'x-shop-key': secret });
			};
			expect(await call('shipped', 'forged')).toBe(403);
			expect(await Promise.all([call('shipped'), call('shipped')])).toEqual([200, 200]);
			expect(await endsOf(id, 2)).toEqual(['success', 'success']);
			await call('delivered');
			expect(await endsOf(id, 3)).toEqual(Array(3).fill('success'));
			const text = (status: string) => `Hello Ayu, your order 1001 was ${status}.`;
			expect(accepted()).toMatchObject([
				{ recipient: AYU, text: text('shipped') },
				{ recipient: AYU, text: text('delivered') },
			]);
		});

		test('Order update from WooCommerce: one message for a status, and none for a forged order', async () => {
			const hmacSecret = randomUUID();
			await setCredential('crypto', 'Demo shop', { hmacSecret });
			const example = await named('Order update from WooCommerce');
			await instance.api.activate(example.id);
			const path = 'whatsapp-woocommerce';
			const form = { 'content-type': 'application/x-www-form-urlencoded' };
			expect(await deliver(path, 'webhook_id=7', form)).toBe(200);
			const deliverOrder = async (status: string, secret?: string) => {
				const billing = { first_name: 'Ayu', phone: '0812-0001-0001', country: 'ID' };
				const order = { id: 2002, number: '2002', status, billing, image: 'https://shop/bag.png' };
				// PHP escapes slashes, and signs the bytes that it sends.
				const body = JSON.stringify(order).replaceAll('/', '\\/');
				const signature = secret && createHmac('sha256', secret).update(body).digest('base64');
				const signed = signature && { 'x-wc-webhook-signature': signature };
				const topic = { 'x-wc-webhook-topic': 'order.updated' };
				expect(await deliver(path, body, { ...json, ...topic, ...signed })).toBe(200);
			};
			await deliverOrder('processing');
			await deliverOrder('processing', 'forged');
			await deliverOrder('on-hold', hmacSecret);
			expect(await endsOf(example.id, 4)).toEqual(Array(4).fill('success'));
			expect(accepted()).toEqual([]);
			await deliverOrder('processing', hmacSecret);
			await deliverOrder('processing', hmacSecret);
			expect(await endsOf(example.id, 6)).toEqual(Array(6).fill('success'));
			await deliverOrder('completed', hmacSecret);
			expect(await endsOf(example.id, 7)).toEqual(Array(7).fill('success'));
			for (let time = 0; time < 2; time++) await runSaved(example);
			const text = (words: string) => expect.stringContaining(words);
			expect(accepted()).toMatchObject([
				{ recipient: AYU, text: text('payment: order 2002') },
				{ recipient: AYU, text: text('on its way: order 2002') },
				{ recipient: AYU, text: text('payment: order 1001') },
			]);
		});

		test('AI agent that sends', async () => {
			const outputOf = await runSaved(await named('AI agent that sends'));
			const text = '2 kg of coffee beans was handed to the courier.';
			expect(accepted()).toMatchObject([{ recipient: AYU, text }]);
			expect(observations(instance)).toEqual([expect.stringContaining('"success":true')]);
			const answer = expect.stringMatching(/no real model[^]*"success":true/);
			expect(outputOf('Agent')).toEqual([{ output: answer }]);
		});
	});
}
