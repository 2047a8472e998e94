import {
	type ModelServer,
	type Turn,
	fromModel,
	runAgent,
	tool,
} from '../../../rig/workflows/agent';
import type { Instance } from '../../../rig/startRig';
import { until } from '../../../rig/until';
import { linkIn, open, post } from '../../../rig/workflows/asking';

const AYU = '6281200000001';
const BUDI = '6281200000002';
const REFUSED = '447700900500';
const REFUSED_ONCE = '447700900503';
const TAKEN_THEN_CUT = '447700900444';

const send = (phone: string, text = 'Hello') => ({ tool: 'Send', with: { phone, text } });
const phone = fromModel('phone');

/** The AI Agent node up to 2.2 calls tools itself, in one run of its own; from 3 on the engine runs each call. */
export function agentTools(instance: Instance, model: ModelServer, typeVersion: 2.2 | 3): void {
	const run = async (turns: Turn[], ...tools: Array<ReturnType<typeof tool>>) =>
		await runAgent(instance, model, { typeVersion, turns, tools });
	const message = { phone, text: fromModel('text') };
	const sendTool = (settings: object) => tool('Send', message, settings);
	const attempts = () =>
		instance.sandbox.requests.map(({ body }) => (body as { phone: string }).phone);

	describe(`as a tool of the AI Agent node, version ${typeVersion}`, () => {
		test('sends each message exactly as often as it is asked for, whatever failed before', async () => {
			const turns: Turn[] = [
				...[[send(AYU)], [send(AYU)], [send(AYU), send(BUDI)], [send(BUDI), send(BUDI)]],
				...[[send(REFUSED)], [send('0812')], [send(AYU, 'Bye')]],
				...[[send(REFUSED_ONCE)], [send(REFUSED_ONCE)], [send(TAKEN_THEN_CUT)]],
			];
			const { observations } = await run(turns, sendTool({ onError: 'continueRegularOutput' }));
			const ok = '"success":true';
			const told = [
				...Array(6).fill(ok),
				`Message to ${REFUSED} was not accepted (HTTP 500): The message could not be sent`,
				'is no number in +62',
				ok,
				`Message to ${REFUSED_ONCE} was not accepted (HTTP 503): Busy`,
				ok,
				'may already have been sent',
			];
			expect(observations).toEqual(told.map((words) => expect.stringContaining(words)));
			// The calls of one turn may come in any order.
			expect(attempts().slice(0, 6).sort()).toEqual([AYU, AYU, AYU, BUDI, BUDI, BUDI]);
			const last = [REFUSED, AYU, REFUSED_ONCE, REFUSED_ONCE, TAKEN_THEN_CUT];
			expect(attempts().slice(6)).toEqual(last);
		});

		const isRunByEngine = typeVersion === 3;

		test('does every other operation', async () => {
			const { receiver, sandbox } = instance;
			const [list] = sandbox.lists;
			const listId = { __rl: true, mode: 'id', value: fromModel('list') };
			const media = { operation: 'sendMedia' };
			const mediaUrl = 'https://example.com/picture.png';
			const turns: Turn[] = [
				[{ tool: 'Media', with: { phone: AYU, address: mediaUrl } }],
				[{ tool: 'Lists' }],
				[{ tool: 'Contacts', with: { list: list.id } }],
			];
			const tools = [
				tool('Media', { ...media, mediaUrl: fromModel('address'), phone, text: 'Look' }),
				tool('Lists', { resource: 'list', operation: 'getLists' }),
				tool('Contacts', { resource: 'list', operation: 'getListContacts', list: listId }),
			];
			const posted = { name: 'Ayu', phone: '081200000001' };
			const told = ['"success":true', list.title, list.contacts[0].phone];
			// Up to 2.2 the agent knows a node's `routing` only, and Webhook List has none on purpose.
			if (isRunByEngine) {
				const contact = { webhookUrl: receiver.url, name: 'Ayu', phone };
				turns.push([{ tool: 'PostContact', with: { phone: AYU } }]);
				tools.push(tool('PostContact', { resource: 'webhook', ...contact }));
				told.push(posted.phone);
			}
			const { observations } = await run(turns, ...tools);
			expect(observations).toEqual(told.map((words) => expect.stringContaining(words)));
			expect(sandbox.accepted).toMatchObject([{ recipient: AYU, text: 'Look', mediaUrl }]);
			const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
			expect(bodies).toEqual(isRunByEngine ? [posted] : []);
		});

		// Version 2.2 cannot wait: see test/engine. n8n 1.x has no human review, and its agents do not wait.
		if (!isRunByEngine || instance.line === '1.x') return;
		test('gets the answer to a question', async () => {
			const { accepted } = instance.sandbox;
			const question = { operation: 'sendAndWait', responseType: 'freeText', phone: AYU };
			const running = run(
				[[{ tool: 'Ask', with: { question: 'Which colour?' } }]],
				tool('Ask', { ...question, message: fromModel('question') }),
			);
			await until(() => accepted.length > 0);
			const { text = '' } = accepted[0];
			expect(text).toContain('Which colour?\n\n');
			await until(async () => (await open(linkIn(text))).ok);
			await post(linkIn(text), { text: 'Green' });
			expect((await running).observations[0]).toContain('Green');
		});
	});
}
