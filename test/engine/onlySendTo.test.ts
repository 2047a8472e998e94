import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import { asked, phone, useBroadcasts } from './sandbox';

const { holder, send, arrivals } = useBroadcasts();
const [AYU, BUDI, CITRA] = [0, 1, 2].map(phone);
const GROUP = '120363025246125486@g.us';
const messages = (...numbers: string[]) =>
	numbers.map((number) => ({ json: { phone: number, text: 'Hello' } }));

/** A list of the service with these contacts and this group. */
const list = (id: string, ...contacts: string[]) => ({
	id,
	title: `List ${id}`,
	contacts: [...contacts.map((number) => ({ phone: number, is_group: false }))].concat({
		...{ phone: GROUP, is_group: true },
	}),
});
const by = (value: string) => ({ __rl: true, mode: 'id', value });
beforeEach(
	() => (holder.sandbox.lists = [list('team', AYU, '081200000001'), list('stop', BUDI)] as never),
);

describe('Only Send To', () => {
	test.each(['turns', 'routing'] as const)(
		'sends to the contacts and groups of the list alone (%s)',
		async (runsBy) => {
			const parameters = { options: { onlySendTo: by('team'), countryCode: '62' } };
			const to = async (number: string, more: INodeParameters = {}) => {
				const given = { runsBy, parameters: { ...parameters, ...more } };
				const { items } = await send(messages(number), given);
				return items[0].json.reason;
			};
			const toGroup = { recipientType: 'group', groupId: '={{ $json.phone }}' };
			const reasons = [await to(AYU), await to(`+${BUDI}`), await to(CITRA)];
			expect([...reasons, await to(GROUP, toGroup), await to('other@g.us', toGroup)]).toEqual([
				...[undefined, undefined, 'onlySendTo', undefined, 'onlySendTo'],
			]);
			expect(holder.sandbox.accepted).toHaveLength(3);
		},
	);

	test('gives way to Never Send To; each list is read once', async () => {
		const options = { neverSendTo: by('stop'), onlySendTo: by('team'), countryCode: '62' };
		const { items, run } = await send(messages(AYU, BUDI, CITRA), { parameters: { options } });
		expect(items.map(({ json }) => json.reason)).toEqual([undefined, 'neverSendTo', 'onlySendTo']);
		expect(asked(holder.sandbox)).toEqual(['/lists/stop?all=true', '/lists/team?all=true']);
		const message = '2 of 3 were skipped: 1 on the list stop, 1 not on the list team';
		expect(run.data.resultData.runData.Sender[0].hints).toMatchObject([{ message }]);
	});

	test.each<[string, string | object, RegExp]>([
		['is not there', by('none'), /^Only Send To could not be checked, so nothing was sent to 628/],
		['is not chosen', by(''), /^Only Send To is empty: choose one, or enter its ID/],
		['has no result', '={{ $json.none }}', /^Only Send To is empty: choose one, or enter its ID/],
	])('sends nothing where the list %s', async (_case, onlySendTo, message) => {
		for (const runsBy of ['turns', 'routing'] as const) {
			const parameters = { options: { onlySendTo: onlySendTo as string } };
			const { error } = await send(messages(AYU), { parameters, runsBy });
			expect(error?.message).toMatch(message);
		}
		expect(arrivals()).toEqual([]);
	});
});

/** The model gives whatever makes the node send to Citra, who is on no list. */
describe('As a tool of an AI agent', () => {
	const call: IDataObject = { phone: CITRA, text: 'Hello', list: 'mine', options: '{}' };
	const onError = 'continueRegularOutput';
	const EXPRESSIONS = [
		"={{ $fromAI('list', '', 'string') }}",
		"={{ $fromai('list', '', 'string') }}",
		"={{ $FromAI('list') }}",
		'={{ $json.list }}',
		'={{ $input.item.json["list"] }}',
		'={{ "team" }}',
		'=team',
	];

	test.each(['neverSendTo', 'onlySendTo'])('%s takes no expression', async (name) => {
		holder.sandbox.lists.push(list('mine', CITRA) as never);
		for (const expression of EXPRESSIONS) {
			for (const value of [expression, by(expression), { ...by('team'), mode: expression }]) {
				const parameters = { options: { [name]: value } as INodeParameters };
				const [told] = await callTool(holder.sandbox, [call], { parameters, onError });
				expect(told).toContain('is an expression, which an AI agent could set');
			}
		}
		expect(holder.sandbox.requests).toEqual([]);
	});

	test('holds to fixed lists, whatever the model gives', async () => {
		const lists = { onlySendTo: by('team'), neverSendTo: by('stop') };
		const parameters = { options: { ...lists, countryCode: '62' } };
		const calls = [call, { ...call, phone: AYU }, { ...call, phone: `+${BUDI}` }];
		const told = await callTool(holder.sandbox, calls, { parameters });
		expect(told).toEqual(
			['"reason":"onlySendTo"', '"success":true', '"reason":"neverSendTo"'].map((words) =>
				expect.stringContaining(words),
			),
		);
	});

	test('options as one expression are no options: n8n leaves them out', async () => {
		const options = "={{ $fromAI('options', '', 'json') }}";
		const given = { ...call, options: { onlySendTo: by('mine'), dryRun: true } };
		const [told] = await callTool(holder.sandbox, [given], { parameters: { options } });
		expect(told).toContain('"success":true');
		expect(asked(holder.sandbox)).toEqual([]);
	});
});
