import { call, jsonOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';

const message = { phone: '={{ $json.phone }}', text: 'Hello' };

export function nodeSettings(instance: Instance): void {
	const run = async (settings: object) =>
		await call(instance, sender(instance, message, settings), { items: people(3) });

	describe('the settings of the node', () => {
		test('Execute Once sends the first item alone', async () => {
			const { items } = await run({ executeOnce: true, retryOnFail: true });
			expect(instance.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(
				phonesOf(people(1)),
			);
			expect(items).toHaveLength(1);
		});

		test('Deactivate passes items on unsent', async () => {
			const { items } = await run({ disabled: true });
			expect(jsonOf(items)).toEqual(people(3));
			expect(instance.sandbox.requests).toEqual([]);
		});
	});
}
