import type { IDataObject } from 'n8n-workflow';
import { createHmac, randomUUID } from 'node:crypto';
import { askedBy, open, post } from '../../../rig/workflows/asking';
import { jsonOf, lastExecution, outcomeOf } from '../../../rig/workflows/call';
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
const posted = (format: (phone: string) => string) =>
	members.map(({ name, phone }) => ({ saved: name, phone: format(phone) }));
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
		{
			'Who got it': newsletter.map((each) => {
				const line = { name: each.name, number: each.phone, result: 'Accepted' };
				return { ...line, text: textOf(each), time: expect.stringMatching(/^20\d\d-.+Z$/) };
			}),
		},
	],
	['Upload a generated file', [{ recipient: AYU, file: csv }]],
	['Sub-workflow that sends', [{ recipient: AYU, text: 'Sent by a sub-workflow' }]],
	[
		'List to webhook',
		[],
		{
			'Post each contact': posted((phone) => phone.replace(/^44/, '0')),
			'Post with a login': posted((phone) => phone),
		},
	],
];

const json = { 'content-type': 'application/json' };
/** A form's example, its path, the user's input, and the messages. 9:00 in Jakarta is 2:00 in UTC. */
const FORMS: Array<[example: string, path: string, fields: string[], messages: object[]]> = [
	[
		'Scheduled reminder from a form',
		'whatsapp-reminder',
		[NUMBER, 'See you tomorrow', '2030-12-01', '9:00'],
		[{ recipient: '6281234567890', text: 'See you tomorrow', sendAt: '1922320800' }],
	],
	['Collect unsubscribe requests', 'whatsapp-stop', [NUMBER], [{ recipient: AYU, text: STOP }]],
];

const ayu = { name: 'Ayu', phone: AYU, date: '30/11/2026', time: '14:30' };
const bima = { ...ayu, phone: BIMA, date: '30-11-2026', time: '8.00' };
const citra = { ...ayu, phone: CITRA, date: '1 . 12 . 2026', time: '2:30 PM' };
const amelia = { ...ayu, phone: AMELIA, date: '2026-12-04', time: '14.30.00' };
const sheetOfAppointments = [ayu, bima, citra, amelia];

const ana = { ...citra, name: 'Ana', date: '05/12/2026', time: '10:00' };

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
	// Two people with one phone, at one time.
	['2026-12-04T15:00', [ana, { ...ana, name: 'Budi' }], [CITRA, CITRA]],
	['2026-12-04T16:00', [ana, { ...ana, name: 'Budi' }], []],
	[
		'2026-12-04T17:00',
		['Batal ', 'cancelled', 'BATAL'].map((status) => ({ ...bima, date: '5/12/2026', status })),
		[],
	],
	// Rows that cannot be read hold nobody up.
	[
		'2026-12-06T09:00',
		[
			{ ...bima, date: '7/12/2026' },
			{ ...ayu, name: 'Sari', date: '32/11/2026' },
			{ ...ayu, name: 'Thai', date: '30/11/2569' },
			{ ...ayu, name: 'Typo', date: '30/11/2062', status: 'confirmed' },
			{ ...ayu, name: 'Later', date: '6/12/2027' },
			{ ...ayu, name: 'Old', date: '6/12/2025' },
			{ ...ayu, name: '', time: '25:00' },
			otherColumns,
			...Array<object>(4).fill({ ...ayu, date: '30/11/26', row_number: 90 }),
		],
		[BIMA],
		[
			'Row 3 (Sari): date "32/11/2026" cannot be read: write it like 29/11/2026',
			'Row 4 (Thai): date "30/11/2569" is more than a year ahead: correct it',
			'Row 5 (Typo): date "30/11/2062" is more than a year ahead: correct it',
			'Row 8: time "25:00" cannot be read: write it like 14:30',
			'Row 9: date is empty: enter it, or drag its column into Your columns',
			'And 4 more',
		],
	],
];

const contact = { phone: '0812-0001-0001', country: 'ID' };
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
		const postForm = async (path: string, fields: string[]) => {
			const form = `${instance.n8n.url}/form/${path}`;
			const body = new FormData();
			for (const [index, value] of fields.entries()) body.append(`field-${index}`, value);
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

		test('Campaign with a result list: the record of who got it only grows', async () => {
			const { api } = instance;
			const workflow = await named('Campaign with a result list');
			// In this time zone it is noon, so that the sending hours include the present.
			const hours = new Date().getUTCHours() - 12;
			workflow.settings!.timezone = `Etc/GMT${hours < 0 ? hours : `+${hours}`}`;
			const nodeOf = (name: string) => workflow.nodes.find((node) => node.name === name)!;
			const options = nodeOf('Message each customer').parameters.options as IDataObject;
			type Fields = { assignments: Array<{ value: string }> };
			const [, customers] = (nodeOf('Your campaign').parameters.assignments as Fields).assignments;
			/** Runs the campaign. @returns its error, and the names on the result list by their result */
			const run = async () => {
				instance.sandbox.reset();
				await api.updateWorkflow(workflow);
				const execution = await api.executionEnded(await api.run(workflow, 'Every day'));
				const names: Record<string, unknown[]> = {};
				for (const { result, name } of jsonOf(outcomeOf(execution, 'Result list').items))
					(names[String(result).replace(/^(Not sent|Wrong number): .*/, '$1')] ??= []).push(name);
				return { error: execution.data.resultData.error?.message, ...names };
			};
			const lines = async () => await api.dataTableRows('Messages sent');
			const wrong = { 'Wrong number': ['Dimas', 'Frank'] };
			const leftOut = { 'Left out: unsubscribed': ['Eka'] };
			expect(await run()).toEqual({
				error: expect.stringMatching(/^2 not sent\. /),
				Ready: ['Ayu', 'Bima', 'Citra', 'Amelia', 'Grace'],
				'Ready, but check: landline': ['Hana'],
				'Left out: same number as another row': ['Ayu L.'],
				...wrong,
				...leftOut,
			});
			delete options.dryRun;
			options.testPhone = NUMBER;
			expect(await run()).toMatchObject({ 'Waiting: this was a test': expect.anything() });
			expect(recipients()).toEqual(Array(3).fill('6281234567890'));
			expect(await lines()).toEqual([]);

			delete options.testPhone;
			const same = { 'Left out: Ayu has the same number': ['Ayu L.'] };
			const got = ['Ayu', 'Bima', 'Citra', 'Amelia', 'Hana'];
			expect(await run()).toEqual({
				error: expect.stringMatching(
					/^3 not sent\. Row 5 \(Dimas\): Wrong .* Row 9 .* none in this row .* Row 10 \(Grace\): Not sent: /,
				),
				Accepted: got,
				'Not sent': ['Grace'],
				...wrong,
				...leftOut,
				...same,
			});
			const first = await lines();
			expect(first).toMatchObject(
				[AYU, BIMA, CITRA, AMELIA, '622155501234'].map((number, index) => ({
					...{ campaign: 'Spring offer', name: got[index], number, result: 'Accepted' },
					time: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/),
					text: `Hello ${got[index]}, this week all coffee is 20% off.`,
				})),
			);

			// Two rows are corrected, one is unconfirmed, and n8n is killed before it adds a line for another one.
			customers.value = customers.value
				.replace('0812-0001\n', '0812-0001-0004\n')
				.replace('Frank\t\n', 'Frank\t0812-0001-0008\n\t\n')
				.replace('900500', '900502');
			const line = nodeOf('Add a line');
			customers.value += '\nHenry\t0812-0001-0009';
			line.parameters.dataTableId = { __rl: true, mode: 'name', value: 'No such table' };
			customers.value = customers.value.replace(
				'name\tphone\n',
				'name\tphone\nIndra\t0812-0001-0010\n',
			);
			await run();
			expect(recipients()).toEqual(['6281200010010']);
			line.parameters.dataTableId = nodeOf('Their lines').parameters.dataTableId;
			expect(await run()).toEqual({
				error: expect.stringMatching(/^1 not sent\. Row 12 \(Grace\): Check in WhatsApp$/),
				'Accepted, earlier': ['Indra'],
				Accepted: ['Ayu', 'Bima', 'Citra', 'Dimas', 'Amelia', 'Frank', 'Hana', 'Henry'],
				'Left out: empty row': [''],
				'Check in WhatsApp': ['Grace'],
				...leftOut,
				...same,
			});
			expect(recipients()).toEqual(['04', '08', '09'].map((end) => `62812000100${end}`));
			// Nothing is open any more, and a dry run says so.
			options.dryRun = true;
			for (let time = 0; time < 2; time++) expect(Object.keys(await run())).not.toContain('Ready');
			delete options.dryRun;
			await run();
			const all = await lines();
			expect(all.slice(0, first.length)).toEqual(first);
			expect(all.slice(first.length)).toMatchObject([
				{ name: 'Indra', result: 'Accepted, earlier', time: '' },
				{ name: 'Dimas', result: 'Accepted' },
				{ name: 'Frank', result: 'Accepted' },
				{ name: 'Grace', result: 'Check in WhatsApp', text: expect.stringMatching(/^Hello Grace/) },
				{ name: 'Henry', result: 'Accepted' },
			]);
			expect(accepted()).toEqual([]);
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

		test('Order update once: one message for a status, none without the key', async () => {
			const key: string = randomUUID();
			await setCredential('httpHeaderAuth', 'Demo receiver', { name: 'X-Shop-Key', value: key });
			const example = await named('Order update once');
			await instance.api.activate(example.id);
			const call = async (status: string, key: string, more: object = contact) => {
				const body = JSON.stringify({ orderId: 2002, name: 'Ayu', ...more, status });
				return await deliver('whatsapp-order-update', body, { ...json, 'x-shop-key': key });
			};
			expect(await call('shipped', 'forged')).toBe(403);
			expect(await instance.api.executions(example.id, 1)).toEqual([]);
			const withoutCountry = { phone: '0812-0001-0001' };
			const calls = [call('shipped', key), call('shipped', key), call('paid', key, withoutCountry)];
			expect(await Promise.all(calls)).toEqual([200, 200, 200]);
			await until(() => accepted().length === 2);
			for (let time = 0; time < 2; time++) await runSaved(example);
			const sent = accepted().map(({ recipient, text }) => [recipient, text.split('order ')[1]]);
			const texts = ['1001 was shipped.', '2002 was paid.', '2002 was shipped.'];
			expect(sent.sort()).toEqual(texts.map((text) => [AYU, text]));
		});

		test('Order update from WooCommerce: one message for a status, none if forged', async () => {
			const secret = randomUUID();
			await setCredential('crypto', 'Demo shop', { hmacSecret: secret });
			const example = await named('Order update from WooCommerce');
			await instance.api.activate(example.id);
			const path = 'whatsapp-woocommerce';
			const billing = { first_name: 'Ayu', ...contact };
			const call = async (order: object, key: string = secret) => {
				const whole = {
					id: 2002,
					number: '2002',
					billing,
					image: 'https://shop/bag.png',
					...order,
				};
				// PHP escapes slashes, and signs the bytes that it sends.
				const body = JSON.stringify(whole).replaceAll('/', '\\/');
				const signature = createHmac('sha256', key).update(body).digest('base64');
				return await deliver(path, body, { ...topic, 'x-wc-webhook-signature': signature });
			};
			expect(await deliver(path, 'webhook_id=7&id=1&status=processing', form)).toBe(200);
			expect(await call({ status: 'processing' }, 'forged')).toBe(401);
			expect(await errorOf(example.id)).toMatch(/^The signature is wrong, so no message /);
			for (const headers of [topic, json]) {
				expect(await deliver(path, '{ "status": "processing" }', headers)).toBe(401);
				expect(await errorOf(example.id)).toMatch(/^The call has no signature, so no message /);
			}
			expect(accepted()).toEqual([]);
			for (const statuses of [['on-hold'], ['processing', 'processing'], ['completed']]) {
				const calls = statuses.map(async (status) => await call({ status }));
				expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
				expect(await errorOf(example.id)).toBeUndefined();
			}
			// Shops without these fields, and an order for somebody abroad.
			const paid = { status: 'processing' };
			await call({ ...paid, number: '3', id: 3, billing: { ...billing, country: '' } });
			const [noPhone, abroad] = [
				{ ...billing, phone: '' },
				{ phone: '07700 900101', country: 'GB' },
			];
			await call({ ...paid, number: '4', id: 4, billing: noPhone, shipping: abroad });
			for (let time = 0; time < 2; time++) await runSaved(example);
			const sent = accepted().map(({ recipient, text }) => [recipient, text.split(', ')[1]]);
			const payment = 'we received your payment: order';
			expect(sent.sort()).toEqual([
				[AMELIA, `${payment} 4.`],
				[AYU, `${payment} 1001.`],
				[AYU, `${payment} 2002.`],
				[AYU, `${payment} 3.`],
				[AYU, 'your order is on its way: order 2002.'],
			]);
		});

		test('Order updates of several shops: each by its own account, and an error names shop and order', async () => {
			const key = randomUUID();
			await setCredential('httpHeaderAuth', 'Demo receiver', { name: 'X-Shop-Key', value: key });
			const example = await named('Order updates of several shops');
			await instance.api.activate(example.id);
			const call = async (shop: string, phone: string, more: object = {}) => {
				const order = { shop, orderId: 7, status: 'shipped', name: 'Ayu', phone, ...more };
				const headers = { ...json, 'x-shop-key': key };
				return await deliver('whatsapp-shops', JSON.stringify(order), headers);
			};
			const shops = () =>
				instance.sandbox.requests.flatMap(({ shop, isMessage, accepted }) =>
					isMessage && accepted ? [shop] : [],
				);
			const shipped = { recipient: AYU, text: 'Hello Ayu, your order 7 was shipped.' };
			for (const shop of ['north', 'south', 'south']) expect(await call(shop, AYU)).toBe(200);
			await until(() => accepted().length === 2);
			expect(accepted()).toMatchObject([shipped, shipped]);
			expect(shops().sort()).toEqual(['north', 'south']);

			// What a call sends replaces nothing of the shop: Bima is on the list of the first shop, the second has none.
			const list = { unsubscribed: lists[0].id, country: 'Indonesia' };
			for (const more of [
				{ orderId: 8 },
				{ orderId: 9, unsubscribed: 'no' },
				{ orderId: 10, ...list },
			])
				await call('north', '0812-0001-0002', more);
			await call('south', '0812-0001-0002', { orderId: 11, ...list });
			await until(() => accepted().length === 3);
			expect(accepted().at(-1)).toMatchObject({ recipient: BIMA, ...textWith('order 11') });

			const failures = [
				['west', AYU, 'Shop west, order 7: no such shop'],
				['south', '0812-33', 'Shop south, order 7: Phone "0812-33" is not a valid number in +62'],
			];
			for (const [index, [shop, phone, words]] of failures.entries()) {
				await call(shop, phone);
				await until(() => accepted().length === index + 4);
				expect(accepted().at(-1)).toMatchObject({ recipient: BIMA, ...textWith(words) });
				expect(accepted().at(-1)!.text).toContain('send the order again');
			}
			instance.sandbox.reset();
			const outputOf = await runSaved(example);
			expect(outputOf('Lists of each shop')).toHaveLength(2 * lists.length);
			expect(shops()).toEqual(['north', 'south']);
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
