import { WAIT_INDEFINITELY, type INodeParameters } from 'n8n-workflow';
import { refuseToWait } from '../../nodes/WhatsAppSender/message/wait/sendAndWait';
import { runWorkflow, type RunOptions } from './run';
import { credentialOf, recipients, useSandbox } from './sandbox';

const holder = useSandbox();
const PHONE = '6281234567890';

async function ask(parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) {
	return await runWorkflow({
		credentials: credentialOf(holder.sandbox),
		...options,
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			phone: PHONE,
			message: 'May it go out?',
			...parameters,
		},
	});
}

const bodies = () => holder.sandbox.requests.map(({ body }) => body as Record<string, string>);

describe('Send and Wait for Response', () => {
	test('sends the message, an empty line and a signed link, and waits', async () => {
		const { run, error } = await ask({ message: 'May *invoice 1001* go out?\n\nAyu 👍🏽\n' });
		expect(error).toBeUndefined();
		const [{ api_key, text, ...rest }] = bodies();
		expect(api_key).toBe(holder.sandbox.apiKey);
		expect(rest).toEqual({ phone: PHONE });
		expect(text).toMatch(
			/^May \*invoice 1001\* go out\?\n\nAyu 👍🏽\n\nhttp:\/\/127\.0\.0\.1\/+1\/2\?run=0&signature=[\da-f]{64}$/,
		);
		expect(holder.sandbox.requests).toMatchObject([{ method: 'POST', path: '/send', valid: true }]);
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(run.data.resultData.runData.Sent).toBeUndefined();
	});

	test('asks a group', async () => {
		await ask({ recipientType: 'group', groupId: ' 120363025246125486@g.us ' });
		expect(bodies()[0]).toMatchObject({ group_id: '120363025246125486@g.us' });
		expect(bodies()[0]).not.toHaveProperty('phone');
	});

	test('cleans the phone as every send does', async () => {
		await ask({ phone: '0812-3456-7890', options: { countryCode: '62' } });
		expect(bodies()[0].phone).toBe(PHONE);
	});

	test('waits no longer than the limit', async () => {
		const begun = Date.now();
		const values = { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' };
		const { run } = await ask({ options: { limitWaitTime: { values } } });
		const waits = new Date(run.waitTill!).getTime() - begun;
		expect(waits).toBeGreaterThanOrEqual(45 * 60_000);
		expect(waits).toBeLessThan(46 * 60_000);
	});

	test('sends nothing for several items, and says what to use', async () => {
		const { error, run } = await ask({}, { items: recipients(3) });
		expect(error?.message).toBe(
			'Send and Wait for Response asks one question at a time, but got 3 items: use Loop Over Items with a batch size of 1 before this node',
		);
		expect(bodies()).toEqual([]);
		expect(run.waitTill).toBeUndefined();
	});

	test('gives each of several items the error where On Error is Continue', async () => {
		const { items, run } = await ask(
			{},
			{ items: recipients(2), onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('got 2 items'),
			expect.stringContaining('got 2 items'),
		]);
		expect(bodies()).toEqual([]);
		expect(run.waitTill).toBeUndefined();
	});

	test('asks the first of several items where Execute Once is on', async () => {
		const { run } = await ask(
			{ phone: '={{ $json.phone }}' },
			{ items: recipients(3), executeOnce: true },
		);
		expect(bodies().map(({ phone }) => phone)).toEqual([recipients(1)[0].json.phone]);
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
	});

	test('waits for nothing where the message was not accepted', async () => {
		const { error, run } = await ask({ phone: '6200000000500' });
		expect(error?.message).toContain('Message to 6200000000500 was not accepted (HTTP 500)');
		expect(run.waitTill).toBeUndefined();
	});

	test('goes on with the error, and does not wait, where On Error is Continue', async () => {
		const { items, run } = await ask(
			{ phone: '6200000000500' },
			{ onError: 'continueRegularOutput' },
		);
		expect(items).toMatchObject([{ json: { error: expect.stringContaining('HTTP 500') } }]);
		expect(run.waitTill).toBeUndefined();
	});

	test.each<[INodeParameters, string]>([
		[{ message: ' \n' }, 'Message is empty: enter what to ask'],
		[{ phone: '0812' }, 'Phone "0812" starts with 0'],
		[{ recipientType: 'contact' }, 'Send To "contact" is not supported: use phone or group'],
		[{ responseType: 'customForm' }, 'Response Type "customForm" is not supported'],
		[
			{ approvalOptions: { values: { approveLabel: '={{ [1] }}' } } },
			'Approve Button Label is a list, not text',
		],
		[{ options: { pageTitle: '={{ ({}) }}' } }, 'Page Title is an object, not text'],
		[
			{ options: { limitWaitTime: { values: { resumeAmount: 0 } } } },
			'Amount "0" of Limit Wait Time is not a time to wait',
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const { error, run } = await ask(parameters);
		expect(error?.message).toContain(message);
		expect(bodies()).toEqual([]);
		expect(run.waitTill).toBeUndefined();
	});

	test('is refused where an AI Agent of version 2.2 runs the routing, which cannot wait', async () => {
		await expect(refuseToWait()).rejects.toThrow(/^This version of the AI Agent cannot wait/);
	});

	test('says in the output panel that no phone can open a private link', async () => {
		const { run } = await ask();
		expect(run.data.resultData.runData.Sender[0].hints).toMatchObject([
			{ message: expect.stringContaining('leads to 127.0.0.1, which a phone'), type: 'warning' },
		]);
	});
});
