import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../rig/n8n/ports';
import { call, jsonOf } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { people, phonesOf, senderAt } from '../../../rig/workflows/elsewhere';
import { relayTo } from '../../../rig/servers/proxy';

const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1000 };
const five = people(5);

/** The service is away: from the start, in the middle, or under a name that nobody knows. */
export function outages(instance: Instance): void {
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	const relayed = async (settings: object = {}) => {
		const relay = await relayTo(instance.sandbox.url);
		return { relay, node: await senderAt(instance, relay.url, {}, settings) };
	};

	describe('a service that is away', () => {
		test('is named, whatever was asked of it', async () => {
			const host = `127.0.0.1:${await freePort()}`;
			for (const [parameters, words] of [
				[{}, ': the connection was refused. The message to 6281200000001 was not sent'],
				[{ resource: 'list', operation: 'getLists' }, ': the connection was refused'],
			] as const) {
				const node = await senderAt(instance, `http://${host}`, parameters);
				const { error } = await call(instance, node, { items: five });
				expect(error?.message).toBe(`The service at ${host} could not be reached${words}`);
			}
		});

		test('and back before the next try is sent every message once', async () => {
			const { relay, node } = await relayed(retry);
			const done = call(instance, node, { items: five });
			await pause(1500);
			expect(accepted()).toEqual([]);
			await relay.comeBack();
			const { execution, items } = await done;
			await relay.kill();

			expect(execution.status).toBe('success');
			expect(accepted()).toEqual(phonesOf(five));
			expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(phonesOf(five));
		});

		test('in the middle and back later is sent what was left, and nothing twice', async () => {
			const { relay, node } = await relayed(retry);
			await relay.comeBack();
			relay.onConnection = (count) => {
				if (count === 3)
					void relay.kill().then(() => setTimeout(() => void relay.comeBack(), 1500));
				return count === 3;
			};
			const { execution, items } = await call(instance, node, { items: five });
			await relay.kill();

			expect(execution.status).toBe('success');
			expect(accepted()).toEqual(phonesOf(five));
			expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(phonesOf(five));
		});

		test('from the middle on leaves an error for each message that it did not take', async () => {
			const { relay, node } = await relayed({ onError: 'continueErrorOutput' });
			await relay.comeBack();
			relay.onConnection = (count) => {
				if (count === 3) void relay.kill();
				return count === 3;
			};
			const { execution, items, errors } = await call(instance, node, { items: five });

			expect(execution.status).toBe('success');
			expect(accepted()).toEqual(phonesOf(five.slice(0, 2)));
			expect(items).toHaveLength(2);
			expect(jsonOf(errors).map(({ error }) => error)).toEqual([
				expect.stringContaining('may already have been sent'),
				expect.stringContaining('was not sent'),
				expect.stringContaining('was not sent'),
			]);
		});

		test.each([
			['a message', {}],
			['lists', { resource: 'list', operation: 'getLists' }],
		])('under a name that nobody knows is named, for %s', async (_, parameters) => {
			const node = await senderAt(instance, 'http://no-such-host.invalid', parameters);
			const { error } = await call(instance, node);
			expect(error?.message).toMatch(
				/^The service at no-such-host\.invalid could not be reached: (no server was found under this name|the host name could not be looked up)/,
			);
		});
	});
}
