import type { Instance } from '../../../rig/startInstance';
import { answered, ask, askedBy, isWaiting, open, post } from '../../../rig/workflows/asking';
import { useExamples } from '../../../rig/workflows/examples';
import { node } from '../../../rig/workflows/nodes';

const double = {
	approvalOptions: {
		values: { approvalType: 'double', approveLabel: 'Send it', disapproveLabel: 'Not yet' },
	},
};
const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** What opens a link before, or instead of, the recipient. */
const PREVIEWS = [
	'WhatsApp/2.23.20.0',
	'Mozilla/5.0 (compatible; WhatsApp/2.2)',
	'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
	'TelegramBot (like TwitterBot)',
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) SkypeUriPreview Preview/0.5',
	'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
	'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 Chrome/61.0 Safari/537.36',
	'',
];

export function sendAndWait(instance: Instance): void {
	describe('Send and Wait for Response', () => {
		const { named } = useExamples(instance);

		test('goes on with a yes, the item that was asked about, and no signature in what n8n keeps', async () => {
			const parameters = { keepOnlySet: true, values: { string: [] as object[] } };
			parameters.values.string = [
				{ name: 'invoice', value: '={{ $("Items").item.json.invoice }}' },
				{ name: 'approved', value: '={{ $json.data.approved }}' },
			];
			// The page finds its question whatever the name of the node is.
			const name = `Ask {{ "who"? }} \\ ’é' \``;
			const asked = await ask(
				instance,
				{ ...double, message: '=May {{ $json.invoice }} go out?' },
				{
					items: [{ invoice: '1001' }],
					after: node('After', 'n8n-nodes-base.set', parameters),
					settings: { name },
				},
			);
			expect(asked.text).toBe(`May 1001 go out?\n\n${asked.link}`);
			const page = await (await open(asked.link)).text();
			expect(page).toContain('May 1001 go out?');
			expect(page).toContain('>Send it</button>');
			expect(page).toContain('>Not yet</button>');

			const thanks = await post(asked.link, { approved: 'true' });
			expect(thanks.status).toBe(200);
			expect(await thanks.text()).toContain('>Send it</blockquote>');
			const { json, execution } = await answered(instance, asked, name);
			expect(execution.status).toBe('success');
			expect(json).toEqual({ data: { approved: true, respondedAt } });
			const behind = (await answered(instance, asked, 'After')).json as Record<string, unknown>;
			expect([behind.invoice, String(behind.approved)]).toEqual(['1001', 'true']);

			const signature = new URL(asked.link).searchParams.get('signature')!;
			expect(signature).toMatch(/^[\da-f]{64}$/);
			expect(JSON.stringify(execution)).not.toContain(signature);
			expect(instance.printed).not.toContain(signature);
		});

		test('goes on with a text, its line breaks as they were typed', async () => {
			const asked = await ask(instance, { responseType: 'freeText' });
			const thanks = await post(asked.link, { text: ' نعم 👍🏽\r\n<b>tomorrow</b> ' });
			expect(await thanks.text()).toContain('نعم 👍🏽\n&lt;b&gt;tomorrow&lt;/b&gt;');
			const { json } = await answered(instance, asked);
			expect(json).toEqual({ data: { text: 'نعم 👍🏽\n<b>tomorrow</b>', respondedAt } });
		});

		test('is decided neither by a preview of the link nor by HEAD, but by a no', async () => {
			const asked = await ask(instance, double);
			for (const agent of PREVIEWS) {
				const page = await open(asked.link, agent);
				expect(page.status).toBe(200);
				expect(page.headers.get('cache-control')).toBe('no-store');
				expect(page.headers.get('referrer-policy')).toBe('no-referrer');
				expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
				expect(await page.text()).toContain('May it go out?');
				expect((await open(asked.link, agent, 'HEAD')).status).toBe(200);
			}
			expect(await isWaiting(instance, asked)).toBe(true);
			await post(asked.link, { approved: 'false' });
			const { json } = await answered(instance, asked);
			expect(json).toEqual({ data: { approved: false, respondedAt } });
		});

		test('is decided once, and both taps of a double tap are shown what counts', async () => {
			const asked = await ask(instance, double);
			const taps = ['true', 'false'].map((approved) => post(asked.link, { approved }));
			const pages = await Promise.all(taps);
			expect(pages.map(({ status }) => status)).toEqual([200, 200]);
			const shown = await Promise.all(pages.map(async (page) => await page.text()));
			expect(shown[0]).toBe(shown[1]);
			const { json, execution } = await answered(instance, asked);
			const approved = shown[0].includes('>Send it</blockquote>');
			expect(json).toMatchObject({ data: { approved } });
			expect(execution.data.resultData.runData.Sender).toHaveLength(1);

			const later = await post(asked.link, { approved: 'false' });
			expect(await later.text()).toContain('No action required');
			expect((await answered(instance, asked)).json).toEqual(json);
		});

		test.each([
			['true', { recipient: '62000010010001', text: 'Hello Ayu, here is your invoice 2026-1001.' }],
			[
				'false',
				{
					recipient: '62000010010003',
					text: 'Invoice 2026-1001 was not sent: the owner said not yet.',
				},
			],
		])('is what the example shows, answered %s', async (approved, message) => {
			const example = await named('Ask before sending an invoice');
			await instance.api.run(example, 'Run manually');
			const asked = await askedBy(instance, example.id);
			expect(await (await open(asked.link)).text()).toContain('>Example Shop</h1>');
			await post(asked.link, { approved });
			const execution = await instance.api.executionEnded(asked.executionId);
			expect(execution.data.resultData.error).toBeUndefined();
			expect(instance.sandbox.accepted).toHaveLength(2);
			expect(instance.sandbox.accepted[1]).toMatchObject(message);
		});
	});
}
