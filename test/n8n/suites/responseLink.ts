import type { Instance } from '../../../rig/startInstance';
import { answered, ask, isWaiting, open, post } from '../../../rig/workflows/asking';

const double = { approvalOptions: { values: { approvalType: 'double' } } };

/** What the link of Send and Wait for Response is no answer to. */
export function responseLink(instance: Instance): void {
	describe('The link of Send and Wait for Response', () => {
		test.each<[string, object, Array<Record<string, string>>]>([
			['two buttons', double, [{}, { approved: 'maybe' }]],
			['one button', {}, [{ approved: 'false' }]],
			['a text', { responseType: 'freeText' }, [{ text: ' \r\n ' }, { text: 'x'.repeat(10_001) }]],
		])('with %s is decided by no other answer', async (_what, parameters, forms) => {
			const asked = await ask(instance, parameters);
			for (const form of forms) {
				const page = await post(asked.link, form);
				expect(page.status).toBe(400);
				expect(await page.text()).toMatch(/role="alert">(Tap|Enter|Shorten)/);
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			await instance.api.stopExecution(asked.executionId);
		});

		test('refuses a signature that was changed, cut, taken from elsewhere or left out', async () => {
			const other = await ask(instance);
			const asked = await ask(instance);
			const signature = new URL(asked.link).searchParams.get('signature')!;
			const changes: Array<(link: URL) => void> = [
				({ searchParams }) =>
					searchParams.set(
						'signature',
						signature.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
					),
				({ searchParams }) => searchParams.set('signature', signature.slice(0, 20)),
				({ searchParams }) =>
					searchParams.set('signature', new URL(other.link).searchParams.get('signature')!),
				({ searchParams }) => searchParams.delete('signature'),
				({ searchParams }) => searchParams.set('run', '1'),
				({ searchParams }) => searchParams.set('approved', 'true'),
				(link) => (link.search = ''),
				(link) => (link.pathname = link.pathname.replace(/\/[^/]+$/, '')),
			];
			for (const change of changes) {
				const link = new URL(asked.link);
				change(link);
				for (const page of [await open(link.href), await post(link.href, { approved: 'true' })]) {
					expect(page.status).toBe(401);
					expect(await page.text()).not.toContain('May it go out?');
				}
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			expect(await isWaiting(instance, other)).toBe(true);
			await post(asked.link, { approved: 'true' });
			await answered(instance, asked);

			// n8n itself answers where an execution was stopped or deleted.
			await instance.api.stopExecution(other.executionId);
			for (const page of [await open(other.link), await post(other.link, { approved: 'true' })]) {
				expect(page.status).toBe(409);
				expect(await page.text()).toContain('has finished with error');
			}
			expect((await instance.api.execution(other.executionId)).status).toBe('canceled');
			const order = { ids: [other.executionId] };
			await instance.api.client.request('POST', '/rest/executions/delete', order);
			const gone = await open(other.link);
			expect(gone.status).toBe(404);
			expect(await gone.text()).toContain('does not exist');
		});
	});
}
