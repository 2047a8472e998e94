import { call } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { people, senderAt } from '../../../rig/workflows/elsewhere';
import { answeringRaw, BROKEN_ANSWERS } from '../../../rig/servers/answering';

/** The request was read, so a message may be out: whatever comes back must not hide it. */
export function brokenAnswers(instance: Instance): void {
	describe.each(BROKEN_ANSWERS)('an answer that %s', (_, bytes) => {
		const ask = async (parameters: object, items = people(1)) => {
			const service = await answeringRaw([bytes]);
			const webhookUrl = service.url;
			const node = await senderAt(instance, service.url, { webhookUrl, ...parameters });
			const { error } = await call(instance, node, { items });
			service.close();
			return { message: error?.message, host: service.host, asked: service.asked() };
		};

		test('leaves open whether the message was sent, and stops the run', async () => {
			const { message, host, asked } = await ask({}, people(3));
			expect(message).toMatch(
				new RegExp(`^No answer from ${host}: .* 6281200000001 may already have been sent$`),
			);
			expect(asked).toBe(1);
		});

		test('is reported for lists and for a webhook receiver', async () => {
			const lists = await ask({ resource: 'list', operation: 'getLists' });
			expect(lists.message).toContain(`No answer from ${lists.host}: `);
			const receiver = await ask({ resource: 'webhook', name: 'Ayu' });
			expect(receiver.message).toMatch(
				new RegExp(`^No answer from ${receiver.host}: .*The contact may already have been sent$`),
			);
			expect([lists.asked, receiver.asked]).toEqual([1, 1]);
		});
	});
}
