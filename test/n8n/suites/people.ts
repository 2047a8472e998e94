import type { Instance } from '../../../rig/startInstance';
import type { Item } from '../../../rig/api/apiTypes';
import {
	call,
	jsonOf,
	lastExecution,
	linksOf,
	outcomeOf,
	publish,
	sender,
} from '../../../rig/workflows/call';
import { PHONES, TIMES } from './peopleRows';

const AYU = '6281234560001';
const BUDI = '6281234560002';
const CITRA = '6281234560003';
const onError = 'continueRegularOutput';

/** The right people, at the right time, once: what spreadsheets hold, and who must not be reached. */
export function people(instance: Instance): void {
	const send = async (parameters: object, items: object[], settings: object = {}) =>
		await call(
			instance,
			sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', ...parameters }, settings),
			{ items },
		);
	const reached = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	const said = (items: Item[]) => items.map(({ json }) => String(json.error ?? json.recipient));

	describe('The right people', () => {
		test.each([undefined, '62'])(
			'are reached as their owners would dial them, with Default Country Code %s',
			async (countryCode) => {
				const rows = PHONES.filter((row) => row.countryCode === countryCode);
				const options = countryCode === undefined ? {} : { countryCode };
				const items = rows.map(({ phone }) => ({ phone }));
				const { items: sent } = await send({ options }, items, { onError });

				const words = said(sent);
				for (const [index, { phone, becomes, refused }] of rows.entries()) {
					if (becomes !== undefined) expect([phone, words[index]]).toEqual([phone, becomes]);
					else expect(words[index]).toMatch(refused!);
				}
				expect(reached()).toEqual(rows.flatMap(({ becomes }) => becomes ?? []));
			},
		);

		test('are no group whose ID has lost digits', async () => {
			const group = { recipientType: 'group', groupId: '={{ 120363025246125486 }}' };
			const { error } = await send(group, [{}]);
			expect(error?.message).toMatch(/^Group ID "\d+" is a number that has lost digits/);
			expect(reached()).toEqual([]);
		});

		test('are all that a list has, with Return All "true" from a sheet', async () => {
			const contacts = Array.from({ length: 120 }, (_, index) => contact(index));
			instance.sandbox.lists = [list(contacts)];
			const { items } = await send(
				{
					resource: 'list',
					operation: 'getListContacts',
					list: { __rl: true, mode: 'id', value: LIST },
					returnAll: '={{ $json.all }}',
				},
				[{ all: 'true' }],
			);
			expect(items).toHaveLength(120);
		});

		test('get footer and buttons, with Interactive Message "TRUE" from a sheet', async () => {
			const interactive = {
				isInteractive: '={{ $json.yes }}',
				footer: 'Bye',
				buttons: '[{"a":1}]',
			};
			await send(interactive, [{ phone: AYU, yes: 'TRUE' }]);
			expect(instance.sandbox.requests[0].body).toMatchObject({
				isInteractive: true,
				footer: 'Bye',
				buttons: [{ a: 1 }],
			});
		});

		test('are not reached by an upload that is set for a group and a later time', async () => {
			const { items } = await send(
				{
					operation: 'sendMedia',
					mediaSource: '={{ $json.source }}',
					mediaUrl: 'https://example.com/a.pdf',
					recipientType: '={{ $json.to }}',
					groupId: 'market@g.us',
					options: { sendAt: '2099-12-01T09:00:00' },
				},
				[
					{ source: 'binary', to: 'group', phone: AYU },
					{ source: 'binary', to: 'phone', phone: AYU },
				],
				{ onError },
			);
			expect(said(items)[0]).toMatch(
				/^Send To is Group, but uploads can only go to a phone number/,
			);
			expect(said(items)[1]).toMatch(/^Send At is set, but uploads can only go to a phone number/);
			expect(reached()).toEqual([]);
		});

		test('stay linked to the error of a text whose expression fails', async () => {
			const text = '={{ $json.phone.endsWith("2") ? $("No such node").item : "Hello" }}';
			const items = [AYU, BUDI, CITRA].map((phone) => ({ phone }));
			const { errors } = await send({ text }, items, { onError: 'continueErrorOutput' });
			expect(linksOf(errors)).toEqual([1]);
			expect(reached()).toEqual([AYU, CITRA]);
		});
	});

	describe('The right time', () => {
		test('is refused by name where it could be another one', async () => {
			const items = TIMES.map(({ when }) => ({ phone: AYU, when }));
			const options = { sendAt: '={{ $json.when }}' };
			const { items: sent } = await send({ options }, items, { onError });
			for (const [index, { refused }] of TIMES.entries()) {
				expect(said(sent)[index]).toMatch(refused);
			}
			expect(reached()).toEqual([]);
		});

		test('between two messages is random from Minimum 0 to Maximum', async () => {
			const arrivals: number[] = [];
			instance.sandbox.onSend = () => void arrivals.push(Date.now());
			const items = Array.from({ length: 9 }, () => ({ phone: AYU }));
			await send({ options: { minDelay: 0, maxDelay: 1 } }, items);
			const gaps = arrivals.slice(1).map((time, index) => time - arrivals[index]);
			expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(50);
		});
	});

	describe('Once', () => {
		const neverSendTo = { __rl: true, mode: 'list', value: LIST, cachedResultName: 'Stop (1)' };
		const options = { neverSendTo, eachRecipientOnce: true, countryCode: '62' };
		const items = ['081234560001', `+${BUDI}`, `${AYU}.0`, CITRA, '0812-3456-0003'];
		const both = async () =>
			await send(
				{ options },
				items.map((phone) => ({ phone })),
			);

		test('each, and nobody of the list, and the output says who was skipped', async () => {
			instance.sandbox.lists = [list([{ ...contact(0), phone: BUDI }])];
			const { items: sent, execution } = await both();
			expect(reached()).toEqual([AYU, CITRA]);
			expect(jsonOf(sent).map(({ reason }) => reason)).toEqual([
				undefined,
				'neverSendTo',
				'duplicate',
				undefined,
				'duplicate',
			]);
			expect(linksOf(sent)).toEqual([0, 1, 2, 3, 4]);
			expect(JSON.stringify(execution.data)).toContain(
				'3 of 5 were skipped: 1 on the list Stop, 2 twice',
			);
		});

		test('nobody, where the list cannot be read', async () => {
			instance.sandbox.lists = [];
			const { error } = await both();
			expect(error?.message).toMatch(/^Never Send To could not be checked, so nothing was sent to/);
			expect(reached()).toEqual([]);
		});

		test('each, through Retry of the execution', async () => {
			instance.sandbox.lists = [list([{ ...contact(0), phone: BUDI }])];
			instance.sandbox.onSend = ({ body }, attempt) =>
				(body as { phone: string }).phone === CITRA && attempt === 1
					? { status: 500, body: 'No signal' }
					: undefined;
			const node = sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });
			const { path, workflowId } = await publish(instance, node);
			const input = { items: items.map((phone) => ({ phone })) };
			await instance.api.callWebhook(path, input);
			const failed = await lastExecution(instance, workflowId);
			expect(failed.status).toBe('error');
			expect(outcomeOf(failed, 'Sender').error?.description).toContain(
				'Accepted: 1 of 5. Skipped: 2. Not sent: 1.',
			);
			await instance.api.retryExecution(failed.id);
			const retried = outcomeOf(await lastExecution(instance, workflowId), 'Sender');
			expect(reached()).toEqual([AYU, CITRA]);
			expect(jsonOf(retried.items).map(({ reason }) => reason)).toEqual([
				undefined,
				'neverSendTo',
				'duplicate',
				undefined,
				'duplicate',
			]);
		});
	});

	describe('A receiver', () => {
		const post = async (kind: string, type: string, data: Record<string, unknown>) => {
			const { id, name } = await instance.api.createCredential({ name: type, type, data });
			const node = sender(
				instance,
				{
					resource: 'webhook',
					webhookUrl: instance.receiver.url,
					receiverAuthentication: kind,
				},
				{ retryOnFail: true, waitBetweenTries: 1 },
			);
			Object.assign(node.credentials as object, { [type]: { id, name } });
			const items = [AYU, BUDI, CITRA].map((phone) => ({ name: 'Somebody', phone }));
			return await call(instance, node, { items });
		};

		test('that answers {"ok":true,"error":""} gets each contact once', async () => {
			instance.receiver.answer = () => ({ body: '{"ok":true,"error":""}' });
			const { items, execution } = await post('headerAuth', 'httpHeaderAuth', {
				name: 'X-Token',
				value: 'a-long-token',
			});
			expect(execution.status).toBe('success');
			expect(instance.receiver.requests).toHaveLength(3);
			expect(jsonOf(items)).toEqual(Array(3).fill({ ok: true, error: '' }));
		});

		test('that repeats a login in UTF-8 does not get it stored', async () => {
			instance.receiver.answer = ({ headers }) => ({ body: JSON.stringify({ headers }) });
			const login = Buffer.from('jörg:pässwörd1', 'utf8').toString('base64');
			const data = { user: 'jörg', password: 'pässwörd1' };
			const { execution } = await post('basicAuth', 'httpBasicAuth', data);
			expect(instance.receiver.requests[0].headers.authorization).toBe(`Basic ${login}`);
			const stored = JSON.stringify(execution);
			expect(stored).toContain('Basic •••');
			expect(stored).not.toContain(login);
		});

		test('whose answer has a word of the secret keeps its answer', async () => {
			instance.receiver.answer = () => ({ body: '{"received":{"received":1}}' });
			const data = { name: 'X-Tenant', value: 'received' };
			const { items } = await post('headerAuth', 'httpHeaderAuth', data);
			expect(jsonOf(items)).toEqual(Array(3).fill({ received: { received: 1 } }));
		});
	});
}

const LIST = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const contact = (index: number) => ({
	id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
	name: `Contact ${index}`,
	phone: String(6281200000000 + index),
	is_group: false,
	created_at: 0,
	updated_at: 0,
});

const list = (contacts: Array<ReturnType<typeof contact>>) =>
	({ id: LIST, title: 'Stop', created_at: 0, updated_at: 0, contacts }) as never;
