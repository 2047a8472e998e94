import { answeringRaw, BROKEN_ANSWERS } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startInstance';
import { call, jsonOf } from '../../../rig/workflows/call';
import { senderAt } from '../../../rig/workflows/elsewhere';

/** The request was read, so a message may be out: whatever comes back must not hide it. */
export function brokenAnswers(instance: Instance): void {
	test.each<[string, object, string]>([
		['a message', {}, ' 6281200000001 may already have been sent$'],
		['lists', { resource: 'list', operation: 'getLists' }, ''],
		['a contact', { resource: 'webhook', name: 'Ayu' }, 'The contact may already have been sent$'],
	])('every broken answer to %s is told as none', async (_, parameters, end) => {
		const service = await answeringRaw(BROKEN_ANSWERS.map(([, bytes]) => bytes));
		const webhookUrl = service.url;
		const all = { webhookUrl, ...parameters };
		const node = await senderAt(instance, service.url, all, { onError: 'continueRegularOutput' });
		const { items } = await call(instance, node, { items: BROKEN_ANSWERS.map(() => ({})) });
		service.close();
		const noAnswer = expect.stringMatching(new RegExp(`^No answer from ${service.host}: .*${end}`));
		expect(jsonOf(items)).toEqual(BROKEN_ANSWERS.map(() => ({ error: noAnswer })));
		expect(service.asked()).toBe(BROKEN_ANSWERS.length);
	});
}
