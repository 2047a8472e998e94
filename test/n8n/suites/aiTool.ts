import type { Instance } from '../../../rig/startInstance';
import { fromModel, runAgent, tool } from '../../../rig/workflows/agent';
import type { ModelServer, Turn } from '../../../rig/servers/model';

const AYU = '6281200000001';
const BUDI = '6281200000002';
const REFUSED = '6200000000500';
const REFUSED_ONCE = '6200000000503';
const TAKEN_THEN_CUT = '6200000000444';

const send = (phone: string, text = 'Hello') => ({ tool: 'Send', with: { phone, text } });

const sendTool = (settings: object = {}) =>
	tool('Send', { phone: fromModel('phone'), text: fromModel('text') }, settings);

/** The AI Agent node up to 2.2 calls tools itself, in one run of its own; from 3 on the engine runs each call. */
export function aiTool(instance: Instance, model: ModelServer, typeVersion: 2.2 | 3): void {
	const ask = async (turns: Turn[], settings: object = {}, items?: object[]) =>
		await runAgent(instance, model, { typeVersion, turns, tools: [sendTool(settings)] }, items);
	const accepted = () =>
		instance.sandbox.accepted.map(({ recipient, text }) => `${recipient} ${text}`);
	const attempts = () =>
		instance.sandbox.requests.map(({ body }) => (body as { phone: string }).phone);

	describe(`as a tool of the AI Agent node, version ${typeVersion}`, () => {
		test('sends the same message as often as it is asked for', async () => {
			const { observations, status } = await ask([[send(AYU)], [send(AYU)], [send(AYU)]]);
			expect(accepted()).toEqual([`${AYU} Hello`, `${AYU} Hello`, `${AYU} Hello`]);
			expect(status).toBe(200);
			expect(observations).toHaveLength(3);
			for (const observed of observations) expect(observed).toContain('"success":true');
		});

		test('sends each of several messages once, also after one that was sent already', async () => {
			const { observations } = await ask([[send(AYU)], [send(BUDI)], [send(AYU, 'Bye')]]);
			expect(accepted()).toEqual([`${AYU} Hello`, `${BUDI} Hello`, `${AYU} Bye`]);
			expect(observations[1]).toContain(BUDI);
		});

		test('sends two messages of one turn, and two equal ones twice', async () => {
			await ask([
				[send(AYU), send(BUDI)],
				[send(AYU), send(AYU)],
			]);
			expect(accepted().sort()).toEqual([AYU, AYU, AYU, BUDI].map((phone) => `${phone} Hello`));
		});

		test('sends for each item that the agent is given', async () => {
			await ask([[send(AYU)], [send(BUDI)]], {}, [{ number: 1 }, { number: 2 }]);
			expect(accepted().sort()).toEqual([`${AYU} Hello`, `${BUDI} Hello`]);
		});

		test('tells the model what failed, and the next call is sent', async () => {
			const turns = [[send(AYU)], [send(REFUSED)], [send('0812')], [send(BUDI)], [send(AYU)]];
			const { observations, execution } = await ask(turns, { onError: 'continueRegularOutput' });
			expect(accepted()).toEqual([AYU, BUDI, AYU].map((phone) => `${phone} Hello`));
			expect(observations[1]).toContain(
				`Message to ${REFUSED} was not accepted (HTTP 500): The message could not be sent`,
			);
			expect(observations[2]).toContain('starts with 0');
			expect(execution.status).toBe('success');
		});

		test('sends again what failed when the model asks again, and what came through only once', async () => {
			const turns = [
				[send(REFUSED_ONCE, `Try ${typeVersion}`)],
				[send(REFUSED_ONCE, `Try ${typeVersion}`)],
			];
			const { observations } = await ask(turns, { onError: 'continueRegularOutput' });
			expect(attempts()).toEqual([REFUSED_ONCE, REFUSED_ONCE]);
			expect(accepted()).toEqual([`${REFUSED_ONCE} Try ${typeVersion}`]);
			expect(observations[0]).toContain('Busy for a moment');
			expect(observations[1]).toContain('"success":true');
		});

		test('Retry On Fail sends what failed again, and nothing of the other calls', async () => {
			const text = `Retried ${typeVersion}`;
			const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
			await ask([[send(AYU)], [send(REFUSED_ONCE, text)], [send(AYU)]], retry);
			expect(attempts()).toEqual([AYU, REFUSED_ONCE, REFUSED_ONCE, AYU]);
			expect(accepted()).toEqual([`${AYU} Hello`, `${REFUSED_ONCE} ${text}`, `${AYU} Hello`]);
		});

		test('Retry On Fail does not hide that an earlier try may have sent the message', async () => {
			instance.sandbox.onSend = (_, attempt) =>
				attempt === 1 ? 'cut-after' : { status: 500, body: 'No signal' };
			const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
			const { execution, observations } = await ask([[send(BUDI, 'Lost once')]], retry);
			expect(attempts()).toEqual([BUDI, BUDI]);
			expect(JSON.stringify(execution.data) + observations.join()).toContain(
				`No signal. An earlier attempt may already have been sent to ${BUDI}`,
			);
		});

		test('tells the model that a message without an answer may already have been sent', async () => {
			const { observations } = await ask([[send(TAKEN_THEN_CUT)]], {
				onError: 'continueRegularOutput',
			});
			expect(observations[0]).toContain('may already have been sent');
			expect(attempts()).toEqual([TAKEN_THEN_CUT]);
		});

		test('says what failed where On Error is Stop', async () => {
			const { execution, observations } = await ask([[send(REFUSED)], [send(AYU)]]);
			const stored = JSON.stringify(execution.data) + observations.join();
			expect(stored).toContain(`Message to ${REFUSED} was not accepted (HTTP 500)`);
			expect(attempts().filter((phone) => phone === REFUSED)).toHaveLength(1);
		});
	});
}
