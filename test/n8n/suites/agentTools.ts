import {
	fromModel,
	runAgent,
	tool,
	type ModelServer,
	type Turn,
} from '../../../rig/workflows/agent';
import type { Instance } from '../../../rig/startRig';

const AYU = '6281200000001';
const BUDI = '6281200000002';
const REJECTED = '447700900500';
const REJECTED_ONCE = '447700900503';
const ACCEPTED_THEN_CUT = '447700900444';

const onError = 'continueRegularOutput';
const phone = fromModel('phone');
const send = (phone: string, text = 'Hello') => ({ tool: 'Send', with: { phone, text } });

/** The AI Agent node up to 2.2 calls tools itself, in one run of its own; from 3 on n8n's engine runs each call. */
export function agentTools(instance: Instance, model: ModelServer): void {
	describe.each([2.2, 3])('as a tool of the AI Agent node, version %s', (typeVersion) => {
		const run = async (turns: Turn[], ...tools: Array<ReturnType<typeof tool>>) =>
			(await runAgent(instance, model, { typeVersion, turns, tools })).observations;

		test('sends each message exactly as often as the model requests it, whatever failed before', async () => {
			const turns: Turn[] = [
				...[[send(AYU)], [send(AYU)], [send(AYU), send(BUDI)], [send(BUDI), send(BUDI)]],
				...[[send(REJECTED)], [send('0812')], [send(AYU, 'Bye')]],
				...[[send(REJECTED_ONCE)], [send(REJECTED_ONCE)], [send(ACCEPTED_THEN_CUT)]],
			];
			const text = fromModel('text');
			const results = await run(turns, tool('Send', { phone, text }, { onError }));
			const failed = (reason: string) => `"reason":"${reason}"`;
			const success = '"success":true';
			expect(results).toEqual(
				[
					...[...Array(6).fill(success), failed('rejected'), failed('invalid'), success],
					...[failed('rejected'), success, failed('unconfirmed')],
				].map((words) => expect.stringContaining(words)),
			);
			const recipients = instance.sandbox.requests.map(({ body }) => Object(body).phone);
			// The calls of one turn may arrive in any order.
			expect(recipients.slice(0, 6).sort()).toEqual([AYU, AYU, AYU, BUDI, BUDI, BUDI]);
			const last = [REJECTED, AYU, REJECTED_ONCE, REJECTED_ONCE, ACCEPTED_THEN_CUT];
			expect(recipients.slice(6)).toEqual(last);
		});

		test('reads lists and sends a file by its URL', async () => {
			const [list] = instance.sandbox.lists;
			const mediaUrl = 'https://example.com/picture.png';
			const listId = { __rl: true, mode: 'id', value: fromModel('list') };
			const results = await run(
				[
					[{ tool: 'Media', with: { phone: AYU, url: mediaUrl } }],
					[{ tool: 'Contacts', with: { list: list.id } }],
				],
				tool('Media', { operation: 'sendMedia', mediaUrl: fromModel('url'), phone, text: 'Look' }),
				tool('Contacts', { resource: 'list', operation: 'getListContacts', list: listId }),
			);
			const expected = ['"success":true', list.contacts[0].phone];
			expect(results).toEqual(expected.map((words) => expect.stringContaining(words)));
			expect(instance.sandbox.accepted).toMatchObject([{ recipient: AYU, mediaUrl }]);
		});
	});
}
