import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type AnswerFault, type Fault, type Sandbox } from '../../sandbox';
import { check } from './check';

const PHONE = '6281234567890';
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.close());

async function checking(baseUrl = sandbox.url) {
	const before: string[] = [];
	const note = async (request: string) => void before.push(request);
	const { text, exitCode } = await check({ apiKey: sandbox.apiKey, baseUrl }, note, PHONE);
	// The report contains no data of the account, whatever the service repeats.
	for (const own of [sandbox.apiKey, PHONE, sandbox.lists[0].title, new URL(baseUrl).host])
		expect(text).not.toContain(own);
	const sent = sandbox.requests.filter(({ method }) => method === 'POST').length;
	return {
		text,
		verdict: text.trim().split('\n').at(-1),
		outcome: [exitCode, before.length, sent],
	};
}

const WORKS = 'Works, if the messages arrived as the lines above say';
const DOCUMENTED = `
- Lists (§4.3): 11 lists → works
- Contacts (§4.4): 1250 of 1250 contacts → works
- Unknown list (§7): HTTP 404, JSON → works
- Text (§4.1): accepted → works; if it did not arrive, check in your service why
`;

test('A service that follows its documentation works', async () => {
	const { text, verdict, outcome } = await checking();
	expect(text).toContain(DOCUMENTED);
	expect(text.match(/: accepted → works; if it did not arrive/g)).toHaveLength(5);
	expect(verdict).toBe(`${WORKS}.`);
	expect(outcome).toEqual([0, 8, 5]);
});

const respond = (body: unknown): AnswerFault => ({ status: 200, body });
const contacts = Array.from({ length: 1250 }, () => ({ phone: PHONE, is_group: false }));
const noGroups = contacts.map(({ phone }) => ({ phone }));

test.each<[list: 'a list' | 'no list', AnswerFault, setting: RegExp]>([
	['a list', respond(contacts.slice(0, 500)), /: 500 of 1250 contacts → (use Numbers .*)/],
	['a list', respond(noGroups), /: 1250 .*, no is_group → (do not use Contact .*)/],
	['no list', respond([]), /: HTTP 200, JSON → (never delete a list .*)/],
])('The verdict names a setting if the service differs: %s', async (list, fault, row) => {
	sandbox.onLists = ({ path: url }) => {
		if (url === '/lists/') return undefined;
		return (list === 'no list') === url.includes('0000-4000') ? fault : undefined;
	};
	const { text, verdict, outcome } = await checking();
	expect(verdict).toBe(`${WORKS}, with these settings: ${row.exec(text)?.[1]}.`);
	expect(outcome).toEqual([0, 8, 5]);
});

test('A server that does not respond gets one request, and the report does not name it', async () => {
	const verdict = expect.stringContaining('could not be reached: the connection was refused');
	expect(await checking('http://127.0.0.1:1')).toMatchObject({ verdict, outcome: [2, 1, 0] });
});

test.each<[string, (body: IDataObject) => Fault | undefined, RegExp, number[]]>([
	['no response to the first', () => 'cut-after', /check whether the text arrived/, [2, 4, 1]],
	['"pending" for the first', () => respond({ status: 'pending' }), /the node needs OK/, [1, 4, 1]],
	[
		'an error for the first',
		() => ({ status: 500, body: `No ${PHONE}, sandbox-key` }),
		/check whether the text arrived/,
		[2, 4, 1],
	],
	[
		'an error for the scheduled one',
		({ send_at }) => (send_at ? { status: 500 } : undefined),
		/settings: choose Milliseconds in the credential, as Unit of [^;]+\.$/,
		[0, 8, 5],
	],
])('The verdict says what to do after the messages: %s', async (_, faultOf, sentence, outcome) => {
	sandbox.onSend = ({ body }) => faultOf(body as IDataObject);
	expect(await checking()).toMatchObject({ verdict: expect.stringMatching(sentence), outcome });
});
