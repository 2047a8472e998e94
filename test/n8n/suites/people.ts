import type { Instance } from '../../../rig/startInstance';
import {
	call,
	jsonOf,
	lastExecution,
	linksOf,
	outcomeOf,
	publish,
	sender,
} from '../../../rig/workflows/call';
import { ROWS } from './peopleRows';

const AYU = '6281234560001';
const BUDI = '6281234560002';
const CITRA = '6281234560003';
const LIST = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** The right people, at the right time, once: what spreadsheets hold, and who must not be reached. */
export function people(instance: Instance): void {
	const reached = () => instance.sandbox.accepted.map(({ recipient }) => recipient);

	describe('The right people', () => {
		test('are reached as their owners would dial them, at the right time, or the reason is told', async () => {
			const node = sender(
				instance,
				{
					recipientType: '={{ $json.to ?? "phone" }}',
					phone: `={{ $json.phone ?? "${AYU}" }}`,
					groupId: '={{ $json.group }}',
					text: '={{ $json.text ? $("No such node").item : "Hello" }}',
					isInteractive: '={{ $json.interactive ?? false }}',
					...{ footer: 'Bye', buttons: '[{"a":1}]' },
					options: {
						countryCode: '={{ $json.countryCode ?? "" }}',
						sendAt: '={{ $json.when ?? "" }}',
						// Always Maximum, where Minimum 0 is taken for none.
						...{ minDelay: 0, maxDelay: 0.5 },
					},
				},
				{ onError: 'continueErrorOutput' },
			);
			const items = ROWS.map(({ json }) => json);
			const { items: sent, errors } = await call(instance, node, { items });

			const outcomes = ROWS.map(({ json }, index) => {
				const [good, bad] = [sent, errors].map((all) => all[linksOf(all).indexOf(index)]);
				return [json, good?.json.recipient, bad?.json.error];
			});
			expect(outcomes).toEqual(
				ROWS.map(({ json, becomes, refused }) => [
					json,
					becomes,
					refused && expect.stringMatching(refused),
				]),
			);
			expect(reached()).toEqual(ROWS.flatMap(({ becomes }) => becomes ?? []));
			expect(instance.sandbox.requests.at(-1)?.body).toMatchObject({
				...{ isInteractive: true, footer: 'Bye', buttons: [{ a: 1 }] },
			});
			const times = instance.sandbox.requests.map(({ arrivedAt }) => arrivedAt);
			const gaps = times.slice(1).map((time, index) => time - times[index]);
			expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(50);
		});

		test('are not reached by an upload that is set for a group or a later time', async () => {
			const upload = {
				...{ operation: 'sendMedia', mediaSource: '={{ "binary" }}', text: 'Hello' },
				...{ mediaUrl: 'https://example.com/a.pdf', phone: AYU, groupId: 'market@g.us' },
				recipientType: '={{ $json.to }}',
				options: { sendAt: '2099-12-01T09:00:00' },
			};
			const node = sender(instance, upload, { onError: 'continueRegularOutput' });
			const { items } = await call(instance, node, { items: [{ to: 'group' }, { to: 'phone' }] });
			expect(jsonOf(items).map(({ error }) => error)).toEqual([
				expect.stringMatching(/^Send To is Group, but uploads can only go to a phone number/),
				expect.stringMatching(/^Send At is set, but uploads can only go to a phone number/),
			]);
			expect(reached()).toEqual([]);
		});

		test('are all that a list has, with Return All "true" from a sheet', async () => {
			stopList(
				instance,
				...Array.from({ length: 120 }, (_, index) => String(6281200000000 + index)),
			);
			const node = sender(instance, {
				...{ resource: 'list', operation: 'getListContacts', returnAll: '={{ "true" }}' },
				list: { __rl: true, mode: 'id', value: LIST },
			});
			expect((await call(instance, node)).items).toHaveLength(120);
		});
	});

	describe('Once', () => {
		const neverSendTo = { __rl: true, mode: 'list', value: LIST, cachedResultName: 'Stop (1)' };
		const options = { neverSendTo, eachRecipientOnce: true, countryCode: '62' };
		const phones = ['081234560001', `+${BUDI}`, `${AYU}.0`, CITRA, '0812-3456-0003'];
		const items = phones.map((phone) => ({ phone }));
		const node = () => sender(instance, { phone: '={{ $json.phone }}', text: 'Hello', options });

		test('each, and nobody of the list, through Retry of the execution too', async () => {
			stopList(instance, BUDI);
			instance.sandbox.onSend = ({ body }, attempt) =>
				(body as { phone: string }).phone === CITRA && attempt === 1
					? { status: 500, body: 'No signal' }
					: undefined;
			const { path, workflowId } = await publish(instance, node());
			await instance.api.callWebhook(path, { items });
			const failed = await lastExecution(instance, workflowId);
			expect(failed.status).toBe('error');
			expect(outcomeOf(failed, 'Sender').error?.description).toContain(
				'Accepted: 1 of 5. Skipped: 2. Not sent: 1.',
			);
			await instance.api.retryExecution(failed.id);
			const retried = outcomeOf(await lastExecution(instance, workflowId), 'Sender');
			expect(reached()).toEqual([AYU, CITRA]);
			expect(jsonOf(retried.items).map(({ reason }) => reason)).toEqual([
				...[undefined, 'neverSendTo', 'duplicate', undefined, 'duplicate'],
			]);
			expect(linksOf(retried.items)).toEqual([0, 1, 2, 3, 4]);
			expect(JSON.stringify(retried.execution.data)).toContain(
				'3 of 5 were skipped: 1 on the list Stop, 2 twice',
			);
		});

		test('nobody, where the list cannot be read', async () => {
			instance.sandbox.lists = [];
			const { error } = await call(instance, node(), { items });
			expect(error?.message).toMatch(/^Never Send To could not be checked, so nothing was sent to/);
			expect(reached()).toEqual([]);
		});
	});

	test('A receiver whose answer has a word of its secret keeps its answer', async () => {
		const { api, receiver } = instance;
		receiver.answer = () => ({ body: '{"received":{"received":1}}' });
		const [type, data] = ['httpHeaderAuth', { name: 'X-Tenant', value: 'received' }];
		const { id, name } = await api.createCredential({ name: type, type, data });
		const contact = { resource: 'webhook', webhookUrl: receiver.url, name: 'Ayu', phone: AYU };
		const node = sender(instance, { ...contact, receiverAuthentication: 'headerAuth' });
		Object.assign(node.credentials as object, { [type]: { id, name } });
		expect(jsonOf((await call(instance, node)).items)).toEqual([{ received: { received: 1 } }]);
	});
}

/** The service's only list, with these phones. */
function stopList({ sandbox }: Instance, ...phones: string[]): void {
	const times = { created_at: 0, updated_at: 0 };
	const contacts = phones.map((phone, index) => ({
		...{ id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, ...times },
		...{ name: `Contact ${index}`, phone, is_group: false },
	}));
	sandbox.lists = [{ id: LIST, title: 'Stop', ...times, contacts } as never];
}
