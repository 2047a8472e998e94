import { faultNumbers } from '../../../sandbox';
import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';

const requestOptions = { timeout: 1500 };

/** Every way in which the sandbox lets a message fail, with its text and On Error of both kinds. */
export function faultNumberFailures(instance: Instance): void {
	const send = async (phone: string, onError: string) => {
		const people = [{ phone: '6281200000001' }, { phone }, { phone: '6281200000002' }];
		const message = { phone: '={{ $json.phone }}', text: `Fault, ${onError}`, requestOptions };
		return await call(instance, sender(instance, message, { onError }), { items: people });
	};
	const phones = () =>
		instance.sandbox.requests.flatMap(({ body }) => (body as { phone?: string })?.phone ?? []);

	describe.each(faultNumbers)('a message to $phone ($does)', ({ phone }) => {
		test('stops the run, or leaves an error in its place', async () => {
			const stopped = await send(phone, 'stopWorkflow');
			expect(stopped.execution.status).toBe('error');
			expect(stopped.error?.message).toContain(phone);
			expect(phones()).toEqual(['6281200000001', phone]);

			instance.sandbox.reset();
			const { items } = await send(phone, 'continueRegularOutput');
			expect(linksOf(items)).toEqual([0, 1, 2]);
			expect(jsonOf(items)[1]).toEqual({ error: expect.stringContaining(phone) });
			expect(phones()).toEqual(['6281200000001', phone, '6281200000002']);
		});
	});
}
