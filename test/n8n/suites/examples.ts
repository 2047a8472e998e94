import type { IDataObject } from 'n8n-workflow';
import { createHmac, randomUUID } from 'node:crypto';
import { askedBy, open, post } from '../../../rig/workflows/asking';
import { lastExecution } from '../../../rig/workflows/call';
import { observations, useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { startSandbox } from '../../../sandbox';
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
const to = (...recipients: string[]) => recipients.map((recipient) => ({ recipient }));
const textWith = (text: string) => ({ text: expect.stringContaining(text) });
const textOf = ({ name }: { name: string }) => expect.stringContaining(`Hello ${name},`);
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
	['Upload a generated file', [{ recipient: AYU, file: csv }]],
	['Sub-workflow that sends', [{ recipient: AYU, text: 'Sent by a sub-workflow' }]],
	['List to webhook', [], posted((phone) => phone.replace(/^44/, '0'))],
	['List to a webhook with a login', [], posted((phone) => phone)],
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
const bima = { ...ayu, phone: BIMA, date: '30-11-2026', time: '8.00' };
const citra = { ...ayu, phone: CITRA, date: '1 . 12 . 2026', time: '2:30 PM' };
const amelia = { ...ayu, phone: AMELIA, date: '2026-12-04', time: '14.30.00' };
const sheetOfAppointments = [ayu, bima, citra, amelia];

const otherColumns = { Nama: 'Ayu', 'No HP': AYU, Tanggal: '12.30.2026', Jam: '9.00' };

/** The time, the rows at this time, who is reminded, and the error. */
const SCHEDULE: Array<[time: string, rows: object[], reminded: string[], error?: string[]]> = [
	['2026-11-28T23:59', [ayu, bima, amelia], []],
	['2026-11-29T09:00', [ayu, bima, amelia], [AYU, BIMA]],
	['2026-11-29T10:00', [ayu, bima, amelia], []],
	// A row that is added at noon.
	['2026-11-30T12:00', sheetOfAppointments, [CITRA]],
	// n8n was off at 9:00, and on the whole day before.
	['2026-12-04T13:00', sheetOfAppointments, [AMELIA]],
	['2026-12-04T15:00', [{ ...ayu, date: '04/12/2026' }], []],
	// An appointment that was moved.
	['2026-12-04T15:00', [{ ...ayu, date: '05/12/2026' }], [AYU]],
	// Rows that cannot be read hold nobody up.
	[
		'2026-12-06T09:00',
		[
			{ ...bima, date: '7/12/2026' },
			{ ...ayu, name: 'Sari', date: '32/11/2026' },
			{ ...ayu, name: '', time: '25:00' },
			otherColumns,
			...Array<object>(4).fill({ ...ayu, date: '30/11/26', row_number: 90 }),
		],
		[BIMA],
		[
			'Row 3 (Sari): date "32/11/2026" cannot be read: write it like 29/11/2026',
			'Row 4: time "25:00" cannot be read: write it like 14:30',
			'Row 5: date is empty: enter it, or drag its column into Your columns',
			'Row 90 (Ayu): date "30/11/26" cannot be read: write it like 29/11/2026',
			'Row 90 (Ayu): date "30/11/26" cannot be read: write it like 29/11/2026',
			'And 2 more',
		],
	],
];

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const contact = { phone: '0812-0001-0001', country: 'ID' };
/** Shops: the webhook, the status for WooCommerce's ping, an order, its headers, and parts of the texts. */
const SHOPS = [
	{
		example: 'Order update once',
		path: 'whatsapp-order-update',
		ping: 401,
		order: { orderId: 2002, name: 'Ayu', ...contact },
		sign: (secret: string) => ({ 'x-shop-key': hmac(secret, 'order update').digest('hex') }),
		texts: ['1001 was shipped', '2002 was completed', '2002 was on-hold', '2002 was processing'],
	},
	{
		example: 'Order update from WooCommerce',
		path: 'whatsapp-woocommerce',
		ping: 200,
		order: { id: 2002, number: '2002', billing: { first_name: 'Ayu', ...contact } },
		sign: (secret: string, body: string) => ({
			'x-wc-webhook-signature': hmac(secret, body).digest('base64'),
		}),
		texts: ['payment: order 1001', 'payment: order 2002', 'on its way: order 2002'],
	},
];
const topic = { ...json, 'x-wc-webhook-topic': 'order.updated' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

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
		/** The error of the newest execution of a workflow. */
		const errorOf = async (id: string) =>
			(await lastExecution(instance, id)).data.resultData.error?.message;

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
			await postForm('whatsapp-picture', [[picture, 'offer.png'], [cities, 'kota.csv'], 'Again']);
			const error = await until(async () => await errorOf(id));
			expect(error).toContain('Phone is empty: this item has Nama, Kota');
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
			const [, , customers] = (parametersOf('Your campaign').assignments as Fields).assignments;
			/** Runs the campaign. @returns its error, and the names on the list by their result */
			const run = async () => {
				instance.sandbox.reset();
				await instance.api.updateWorkflow(workflow);
				const id = await instance.api.run(workflow, 'Every day');
				const { error } = (await instance.api.executionEnded(id)).data.resultData;
				const rows = await instance.api.dataTableRows('Results of “Spring offer”');
				rows.sort((one, other) => Number(one.row) - Number(other.row));
				const names: Record<string, unknown[]> = {};
				for (const { result, name } of rows)
					(names[String(result).replace(/: (?!same|unsubscribed).*/, '')] ??= []).push(name);
				return { error: error?.message, ...names };
			};
			const leftOut = {
				'Left out: unsubscribed': ['Eka'],
				'Left out: same number as row 2': ['Ayu L.'],
			};
			const check = { Check: ['Hana'] };
			const ready = { Ready: ['Ayu', 'Bima', 'Citra', 'Amelia', 'Grace'], ...check };
			const wrong = { 'Wrong number': ['Dimas', 'Frank'] };
			expect(await run()).toEqual({
				error: expect.stringMatching(/^2 not sent, /),
				...ready,
				...wrong,
				...leftOut,
			});

			delete (message.options as IDataObject).dryRun;
			expect(await run()).toEqual({
				error: expect.stringMatching(
					/^3 not sent, .* Row 5 \(Dimas\): .* Row 9 .* Row 10 \(Grace\): /,
				),
				Accepted: ['Ayu', 'Bima', 'Citra', 'Amelia'],
				'Not sent': ['Grace'],
				...wrong,
				...check,
				...leftOut,
			});
			expect(recipients()).toEqual([AYU, BIMA, CITRA, AMELIA, '622155501234']);

			// Two rows are corrected, an empty one and a second batch are added, and one is unconfirmed.
			customers.value = customers.value
				.replace('0812-0001\n', '0812-0001-0004\n')
				.replace('Frank\t\n', 'Frank\t0812-0001-0008\n\t\n')
				.replace('900500', '900502')
				.concat('\nHenry\t0812-0001-0009\nIndra\t0812-0001-0010');
			const names = 'Ayu,Bima,Citra,Dimas,Amelia,Frank,Henry,Indra'.split(',');
			expect(await run()).toEqual({
				error: expect.stringMatching(/^1 not sent, .* Row 11 \(Grace\): /),
				Accepted: names,
				'Check in WhatsApp': ['Grace'],
				...check,
				...leftOut,
			});
			expect(recipients()).toEqual(['04', '08', '09', '10'].map((end) => `62812000100${end}`));

			const { id } = await named('Store a picture for a campaign');
			await instance.api.activate(id);
			await postForm('whatsapp-campaign-picture', [[picture, 'offer.png']]);
			expect((await lastExecution(instance, id)).status).toBe('success');
			customers.value += '\nJack\t0812-0001-0011';
			Object.assign(message, { operation: 'sendMedia', mediaSource: 'binary' });
			expect(await run()).toMatchObject({ Accepted: [...names, 'Jack'] });
			expect(accepted()).toMatchObject([
				{ recipient: '6281200010011', file: { mimetype: 'image/png' } },
			]);
		});

		test('Remind of appointments', async () => {
			const workflow = await named('Remind of appointments');
			workflow.settings = { ...workflow.settings, timezone: 'Asia/Jakarta' };
			const example = JSON.stringify(workflow.nodes);
			const run = async (time: string, rows: object[], own = example) => {
				instance.sandbox.reset();
				const nodes = own.replaceAll('$now', `DateTime.fromISO('${time}')`);
				workflow.nodes = JSON.parse(nodes) as typeof workflow.nodes;
				workflow.pinData = { 'One row each': rows.map((json) => ({ json })) };
				await instance.api.updateWorkflow(workflow);
				const id = await instance.api.run(workflow, 'Every hour');
				return (await instance.api.executionEnded(id)).data.resultData.error;
			};
			for (const [time, rows, reminded, problems] of SCHEDULE) {
				expect((await run(time, rows))?.message).toEqual(problems?.join('. '));
				expect([time, ...recipients()]).toEqual([time, ...reminded]);
			}
			// The columns are named, and the sheet writes the month first.
			const fields = { name: '.Nama', phone: "['No HP']", date: '.Tanggal', time: '.Jam' };
			let own = example.replace('"value":"29/11/2026"', '"value":"11/29/2026"');
			for (const [field, column] of Object.entries(fields)) {
				own = own.replace(`"value":"={{ $json.${field} }}"`, `"value":"={{ $$json${column} }}"`);
			}
			expect(await run('2026-12-29T10:00', [otherColumns], own)).toBeUndefined();
			expect(accepted()).toMatchObject([textWith('your appointment on 12.30.2026 at 9.00.')]);
		});

		test.each(SHOPS)('$example: one message for a status, none if forged', async (shop) => {
			const hmacSecret = randomUUID();
			await setCredential('crypto', 'Demo shop', { hmacSecret });
			const example = await named(shop.example);
			await instance.api.activate(example.id);
			const call = async (status: string, secret: string) => {
				const order = { ...shop.order, status, image: 'https://shop/bag.png' };
				// PHP escapes slashes, and signs the bytes that it sends.
				const body = JSON.stringify(order).replaceAll('/', '\\/');
				return await deliver(shop.path, body, { ...topic, ...shop.sign(secret, body) });
			};
			const ping = 'webhook_id=7&id=1&status=processing';
			expect(await deliver(shop.path, ping, form)).toBe(shop.ping);
			expect(await call('processing', 'forged')).toBe(401);
			expect(await errorOf(example.id)).toMatch(/^The (key|signature) is wrong, so no message /);
			for (const headers of [topic, json]) {
				expect(await deliver(shop.path, '{ "status": "processing" }', headers)).toBe(401);
				expect(await errorOf(example.id)).toMatch(/^The call has no .+, so no message /);
			}
			expect(accepted()).toEqual([]);
			for (const statuses of [['on-hold'], ['processing', 'processing'], ['completed']]) {
				const calls = statuses.map(async (status) => await call(status, hmacSecret));
				expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
				expect(await errorOf(example.id)).toBeUndefined();
			}
			for (let time = 0; time < 2; time++) await runSaved(example);
			const texts = accepted().map(({ text }) => text);
			expect(texts.sort()).toEqual(shop.texts.map((text) => textWith(text).text));
		});

		test('Order updates of several shops: each by its own account, and an error names shop and order', async () => {
			const south = await startSandbox({ apiKey: `key-${randomUUID()}` });
			const { sandbox } = instance;
			const byShop = (values: object) => `={{ (${JSON.stringify(values)})[$json.shop] }}`;
			await setCredential('whatsAppSenderApi', 'All shops', {
				apiKey: byShop({ north: sandbox.apiKey, south: south.apiKey }),
				baseUrl: byShop({ north: sandbox.url, south: south.url }),
				countryCode: '62',
			});
			const key = randomUUID();
			await setCredential('httpHeaderAuth', 'Demo receiver', { name: 'X-Shop-Key', value: key });
			const example = await named('Order updates of several shops');
			await instance.api.activate(example.id);
			const call = async (shop: string, phone: string) => {
				const order = { shop, orderId: 7, status: 'shipped', name: 'Ayu', phone };
				const headers = { ...json, 'x-shop-key': key };
				return await deliver('whatsapp-shops', JSON.stringify(order), headers);
			};
			const shipped = { recipient: AYU, text: 'Hello Ayu, your order 7 was shipped.' };
			for (const shop of ['north', 'south', 'south']) expect(await call(shop, AYU)).toBe(200);
			await until(() => south.accepted.length && accepted().length);
			expect([accepted(), south.accepted]).toMatchObject([[shipped], [shipped]]);
			// On the list of unsubscribed people.
			await call('south', BIMA);
			const failures = [
				['west', AYU, 'Shop west, order 7: no such shop'],
				['south', '0812-33', 'Shop south, order 7: Phone "0812-33" has 5 digits'],
			];
			for (const [index, [shop, phone, words]] of failures.entries()) {
				await call(shop, phone);
				await until(() => accepted().length === index + 2);
				expect(accepted().at(-1)).toMatchObject({ recipient: BIMA, ...textWith(words) });
				expect(accepted().at(-1)!.text).toContain('send the order again');
			}
			expect(south.accepted).toHaveLength(1);

			const outputOf = await runSaved(example);
			expect(outputOf('Lists of each shop')).toHaveLength(2 * lists.length);
			await south.close();
		});

		test('Move from HTTP Request, twice', async () => {
			// Its key is part of the example.
			const service = await startSandbox();
			const example = await named('Move from HTTP Request');
			const { parameters } = example.nodes.find(({ name }) => name === 'HTTP Request')!;
			parameters.url = `${service.url}/send`;
			await instance.api.updateWorkflow(example);
			await runSaved(example);
			const outputOf = await runSaved(example);
			expect(service.accepted).toMatchObject(to(AYU, CITRA, AYU, CITRA));
			expect(accepted()).toMatchObject(to(AYU, CITRA));
			expect(outputOf('Failed, before')).toHaveLength(1);
			expect(outputOf('Failed, after')).toMatchObject(to('447700900500'));
			await service.close();
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
