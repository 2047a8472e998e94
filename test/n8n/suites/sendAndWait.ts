import type { Instance } from '../../../rig/startRig';
import { answered, ask, isWaiting, open, post } from '../../../rig/workflows/asking';
import { node } from '../../../rig/workflows/nodes';

const labels = {
	approvalOptions: { values: { approveLabel: 'Send it', disapproveLabel: 'Not yet' } },
};
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The page of a question and its link. test/unit tests what the page contains. */
export function sendAndWait(instance: Instance): void {
	test('Send and Wait continues after approval on its page, not when the page is opened, and stores no signature', async () => {
		// The page finds its question under any name of the node.
		const name = `Ask Sr. constructor {{ "who"? }} \\ ’é' \` \u2028\u2029 👍🏽`;
		const [jsonOutput, typeVersion] = ['={{ $("Items").item.json }}', 3.4];
		const fields = { mode: 'raw', jsonOutput, options: {} };
		const asked = await ask(
			instance,
			{ ...labels, message: '=May {{ $json.invoice }} go out?' },
			{
				items: [{ invoice: '1001' }],
				after: node('After', 'n8n-nodes-base.set', fields, { typeVersion }),
				settings: { name },
			},
		);
		expect(asked.text).toBe(`May 1001 go out?\n\nRespond here: ${asked.link}`);
		const page = await open(asked.link, 'WhatsApp/2.23.20.0');
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(await page.text()).toMatch(/May 1001 go out\?[^]*>Send it<[^]*>Not yet</);
		expect((await open(asked.link, 'WhatsApp/2.23.20.0', 'HEAD')).status).toBe(200);
		expect(await isWaiting(instance, asked)).toBe(true);

		const thanks = await post(asked.link, { approved: 'true' });
		expect(await thanks.text()).toContain('<h1>Thank you</h1>');
		const { json, execution } = await answered(instance, asked, name);
		expect(json).toEqual({ data: { approved: true, respondedAt } });
		expect((await answered(instance, asked, 'After')).json).toEqual({ invoice: '1001' });
		const signature = new URL(asked.link).searchParams.get('signature')!;
		expect(signature).toMatch(/^[\da-f]{64}$/);
		expect(JSON.stringify(execution) + instance.printed).not.toContain(signature);
	});

	test('the page of a question opens only with its own signature', async () => {
		const [other, asked] = [await ask(instance), await ask(instance)];
		const [link, wrong] = [new URL(asked.link), new URL(asked.link)];
		const signature = new URL(other.link).searchParams.get('signature')!;
		wrong.searchParams.set('signature', signature);
		link.searchParams.delete('signature');
		for (const { href } of [link, wrong]) {
			for (const page of [await open(href), await post(href, { approved: 'true' })]) {
				expect(page.status).toBe(401);
				expect(await page.text()).not.toContain('May it go out?');
			}
		}
		expect(await isWaiting(instance, asked)).toBe(true);
		for (const { executionId } of [other, asked]) await instance.api.stopExecution(executionId);
	});
}
