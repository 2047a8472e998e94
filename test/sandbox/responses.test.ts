import { loadValidators } from '../../sandbox/validate';
import { getLists, message, sendJson, useSandbox } from './client';

const holder = useSandbox();

it.each(['envelope', 'bare'] as const)(
	'The sandbox responds with the documented %s form',
	async (form) => {
		const { sandbox } = holder;
		sandbox.form = form;
		const { json: documented } = await loadValidators();
		const responses: Array<[string, Response]> = [
			['getLists', await getLists(sandbox)],
			['getListContacts', await getLists(sandbox, `${sandbox.lists[0].id}?all=true`)],
		];
		if (form === 'envelope') responses.push(['sendMessage', await sendJson(sandbox, message)]);
		for (const [operation, response] of responses) {
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toBe('application/json');
			const { errors } = documented.validateResponse(await response.json(), operation, 200);
			expect(errors).toBeNull();
		}
	},
);

const FAULTS: Array<[ending: string, text: string, statuses: Array<number | undefined>]> = [
	['500', 'The message could not be sent', [500, 500]],
	['502', '<title>502 Bad Gateway</title>', [502, 502]],
	['503', 'Busy', [503, 200]],
	['429', 'Too many messages', [429, 429]],
	['444', '', [undefined, undefined]],
];

/** The text of the first response, and the status of the first two; `undefined` if the connection is cut. */
it.each(FAULTS)(
	'A test number with %s always fails in the same way',
	async (ending, text, statuses) => {
		const { sandbox } = holder;
		const phone = `447700900${ending}`;
		const send = async () => await sendJson(sandbox, { ...message, phone }).catch(() => undefined);
		expect((await (await send())?.text()) ?? '').toContain(text);
		await send();
		expect(sandbox.requests.map(({ status }) => status)).toEqual(statuses);
		const accepted = statuses.filter((status) => status === undefined || status === 200);
		expect(sandbox.accepted).toHaveLength(accepted.length);
	},
);
