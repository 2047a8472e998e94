import type { Instance } from '../../../rig/startInstance';
import { answered, ask, isWaiting, open, post } from '../../../rig/workflows/asking';

const double = { approvalOptions: { values: { approvalType: 'double' } } };
const freeText = { responseType: 'freeText' };

/** What the link of Send and Wait for Response is no answer to, and where it must not be found. */
export function responseLink(instance: Instance): void {
	describe('The link of Send and Wait for Response', () => {
		test.each<[string, object, Record<string, string>]>([
			['no button', double, {}],
			['a button that the page does not have', {}, { approved: 'false' }],
			['an empty text', freeText, { text: ' \r\n ' }],
			['a text beyond all measure', freeText, { text: 'x'.repeat(10_001) }],
		])('is not decided by %s', async (_what, parameters, form) => {
			const asked = await ask(instance, parameters);
			const page = await post(asked.link, form);
			expect(page.status).toBe(400);
			expect(await page.text()).toMatch(/role="alert">(Tap|Enter|Shorten)/);
			expect(await isWaiting(instance, asked)).toBe(true);
			await instance.api.stopExecution(asked.executionId);
		});

		test('refuses a signature that was changed, cut, taken from elsewhere or left out', async () => {
			const other = await ask(instance);
			const asked = await ask(instance);
			const changed = (change: (link: URL) => void) => {
				const link = new URL(asked.link);
				change(link);
				return link.href;
			};
			const signature = new URL(asked.link).searchParams.get('signature')!;
			const links = [
				changed(({ searchParams }) =>
					searchParams.set(
						'signature',
						signature.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
					),
				),
				changed(({ searchParams }) => searchParams.set('signature', signature.slice(0, 20))),
				changed(({ searchParams }) =>
					searchParams.set('signature', new URL(other.link).searchParams.get('signature')!),
				),
				changed(({ searchParams }) => searchParams.delete('signature')),
				changed(({ searchParams }) => searchParams.set('run', '1')),
				changed(({ searchParams }) => searchParams.set('approved', 'true')),
				changed((link) => (link.search = '')),
				changed((link) => (link.pathname = link.pathname.replace(/\/[^/]+$/, ''))),
			];
			for (const link of links) {
				for (const page of [await open(link), await post(link, { approved: 'true' })]) {
					expect(page.status).toBe(401);
					expect(await page.text()).not.toContain('May it go out?');
				}
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			expect(await isWaiting(instance, other)).toBe(true);
			await post(asked.link, { approved: 'true' });
			await answered(instance, asked);
			await instance.api.stopExecution(other.executionId);
		});

		test('is answered by n8n itself where the execution was stopped or deleted', async () => {
			const asked = await ask(instance);
			await instance.api.stopExecution(asked.executionId);
			for (const page of [await open(asked.link), await post(asked.link, { approved: 'true' })]) {
				expect(page.status).toBe(409);
				expect(await page.text()).toContain('has finished with error');
			}
			expect((await instance.api.execution(asked.executionId)).status).toBe('canceled');
			const order = { ids: [asked.executionId] };
			await instance.api.client.request('POST', '/rest/executions/delete', order);
			const gone = await open(asked.link);
			expect(gone.status).toBe(404);
			expect(await gone.text()).toContain('does not exist');
		});

		test('leaves the signature out of the log and of the stored execution', async () => {
			const asked = await ask(instance);
			await open(asked.link);
			await post(asked.link, { approved: 'true' });
			const { execution } = await answered(instance, asked);
			const signature = new URL(asked.link).searchParams.get('signature')!;
			expect(signature).toMatch(/^[\da-f]{64}$/);
			expect(JSON.stringify(execution)).not.toContain(signature);
			expect(instance.printed).not.toContain(signature);
		});
	});
}
