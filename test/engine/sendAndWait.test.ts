import { WAIT_INDEFINITELY, type INodeParameters } from 'n8n-workflow';
import { refuseToWait } from '../../nodes/WhatsAppSender/message/wait/sendAndWait';
import { runWorkflow, type RunOptions } from './run';
import { credentialOf, phone, recipients, useSandbox } from './sandbox';

const holder = useSandbox();
const PHONE = '6281234567890';

/** Asks, and returns what n8n shows of it, and the bodies of all messages that arrived. */
async function ask(parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) {
	const outcome = await runWorkflow({
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
	const { waitTill, data } = outcome.run;
	const bodies = holder.sandbox.requests.map(({ body }) => body as Record<string, string>);
	return { ...outcome, waitTill, bodies, hints: data.resultData.runData.Sender?.[0].hints };
}

describe('Send and Wait for Response', () => {
	test('sends the message, an empty line and a signed link, and waits', async () => {
		const message = 'May *invoice 1001* go out?\n\nAyu 👍🏽\n';
		const { error, waitTill, bodies, hints } = await ask({ message });
		expect(error).toBeUndefined();
		const [{ text, ...rest }] = bodies;
		expect(rest).toEqual({ phone: PHONE, api_key: holder.sandbox.apiKey });
		expect(text).toMatch(
			/^May \*invoice 1001\* go out\?\n\nAyu 👍🏽\n\nRespond here: http:\/\/127\.0\.0\.1\/+1\/2\?run=0&signature=[\da-f]{64}$/,
		);
		expect(holder.sandbox.requests).toMatchObject([{ path: '/send', accepted: true }]);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
		const unreachable = expect.stringContaining('leads to 127.0.0.1, which a phone elsewhere');
		expect(hints).toMatchObject([{ message: unreachable, type: 'warning' }]);
	});

	test.each<[INodeParameters, object]>([
		[{ recipientType: 'group', groupId: ' 120@g.us ' }, { group_id: '120@g.us' }],
		[{ phone: '0812-3456-7890', options: { countryCode: '62' } }, { phone: PHONE }],
		[{ phone: '={{ $json.phone }}' }, { phone: phone(0) }],
	])('sends as every message: %j', async (parameters, recipient) => {
		const { waitTill, bodies } = await ask(parameters, { items: recipients(3), executeOnce: true });
		const [{ api_key, text, ...rest }] = bodies;
		expect([api_key, bodies.length]).toEqual([holder.sandbox.apiKey, 1]);
		expect(text).toMatch(/^May it go out\?/);
		expect(rest).toEqual(recipient);
		expect(waitTill).toEqual(WAIT_INDEFINITELY);
	});

	test.each([
		['Balas di sini:', 'Balas di sini: http'],
		[' \n', 'http'],
		['', 'http'],
	])('says before the link what Link Text says: %j', async (linkText, begin) => {
		const { bodies } = await ask({ options: { linkText } });
		expect(bodies[0].text).toContain(`May it go out?\n\n${begin}://127.0.0.1/`);
	});

	test.each<[INodeParameters, string[]]>([
		[{}, ['Approve', 'Decline']],
		[{ approvalOptions: { values: { disapproveLabel: 'No' } } }, ['Approve', 'No']],
		[{ approvalOptions: { values: { approvalType: 'single' } } }, ['Approve']],
		[{ responseType: 'freeText' }, []],
	])(
		'keeps the question for the page, with both buttons by default: %j',
		async (parameters, labels) => {
			const { run, waitTill } = await ask(parameters);
			const kept = JSON.stringify(run.data.executionData!.contextData['node:Sender']);
			expect(kept).toContain(`"until":${new Date(waitTill!).getTime()}`);
			expect([...kept.matchAll(/"label":"(\w+)"/g)].map(([, label]) => label)).toEqual(labels);
		},
	);

	test('waits no longer than the limit', async () => {
		const begun = Date.now();
		const values = { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' };
		const { waitTill } = await ask({ options: { limitWaitTime: { values } } });
		const waits = new Date(waitTill!).getTime() - begun;
		expect(waits).toBeGreaterThanOrEqual(45 * 60_000);
		expect(waits).toBeLessThan(46 * 60_000);
	});

	const several =
		'Send and Wait for Response asks one question at a time, but got 3 items: use Loop Over Items with a batch size of 1 before this node';
	const approvalOptions = { values: { approveLabel: '={{ [1] }}' } };
	const limitWaitTime = { values: { resumeAmount: 0 } };

	test.each<[INodeParameters, string, number?]>([
		[{}, several, 3],
		[{ phone: '6200000000500' }, 'Message to 6200000000500 was not accepted (HTTP 500)'],
		[{ phone: '0812' }, 'Phone "0812" starts with 0'],
		[{ message: ' \n' }, 'Message is empty: enter what to ask'],
		[{ recipientType: 'contact' }, 'Send To "contact" is not supported: use phone or group'],
		[{ responseType: 'customForm' }, 'Response Type "customForm" is not supported'],
		[{ approvalOptions }, 'Approve Button Label is a list, not text'],
		[{ approvalOptions: { values: { approvalType: 'both' } } }, 'Type of Approval "both" is not'],
		[{ options: { pageTitle: '={{ ({}) }}' } }, 'Page Title is an object, not text'],
		[{ options: { linkText: '={{ ({}) }}' } }, 'Link Text is an object, not text'],
		[{ options: { limitWaitTime } }, 'Amount "0" of Limit Wait Time is not a time to wait'],
	])('fails and waits for nothing with %j: %s', async (parameters, message, count = 1) => {
		const options = { items: recipients(count) };
		const { error, waitTill } = await ask(parameters, options);
		expect(error?.message).toContain(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(waitTill).toBeUndefined();
		const continued = await ask(parameters, { ...options, onError: 'continueRegularOutput' });
		const json = { error: expect.stringContaining(message) };
		expect(continued.items).toMatchObject(Array(count).fill({ json }));
		expect(continued.waitTill).toBeUndefined();
		expect(continued.bodies).toHaveLength(message.includes('HTTP') ? 2 : 0);
	});

	test('refuses an item that would count as an approval after the limit, and only there', async () => {
		const options = { limitWaitTime: { values: { resumeAmount: 1 } } };
		const answered = (approved: boolean) => ({ items: [{ json: { data: { approved } } }] });
		const refused = await ask({ options }, answered(true));
		expect(refused.error?.message).toContain('The input item is approved already');
		expect([refused.waitTill, refused.bodies]).toEqual([undefined, []]);
		const column = { items: [{ json: { approved: true, data: null } }] };
		for (const asked of [
			await ask({}, answered(true)),
			await ask({ options }, answered(false)),
			await ask({ options }, column),
		]) {
			expect([asked.error, !!asked.waitTill]).toEqual([undefined, true]);
		}
	});

	test('is refused where an AI Agent of version 2.2 runs the routing, which cannot wait', async () => {
		await expect(refuseToWait()).rejects.toThrow(/^This version of the AI Agent cannot wait/);
	});
});
