import type { MultipartBody, Sandbox } from '../../sandbox';
import { attemptOf } from './attempts';
import { itemOf, nodeOf, type Books } from './books';
import { hostOf } from './inputs';
import { listFor, NEVER, NO_NUMBER, NOBODY, ONLY, UNREADABLE } from './lists';
import { isGroup, written, type Listed } from './people';
import type { Plan } from './plan';
import type { Handling, Sent } from './wire';

/** In the format of the service, whatever the Default Country Code is. */
const FOREIGN = { phone: '14155550100', is_group: false };

/** Later than any time-out. */
const LATE = 400_000;

/** Prepares the services of a plan: their lists, and what they do with each message. */
export function openServices(
	accounts: Sandbox[],
	nodes: Array<{ plan: Plan; books: Books }>,
): Record<string, Sandbox> {
	const { form, limits } = nodes[0].plan;
	let unread = limits?.unread ?? 0;
	const { unreadAs = 503 } = limits ?? {};
	const body = { status: 'error', data: [], message: 'Try again' };
	const failures = { 0: 'cut-before', 200: { status: 200, body } } as const;
	const failure = failures[unreadAs as 0] ?? { status: unreadAs, body: 'Try again' };
	for (const [account, sandbox] of accounts.entries()) {
		sandbox.accepted.length = 0;
		sandbox.requests.length = 0;
		sandbox.form = form;
		const list = (id: string, people: Listed[] = [], nobodies = 0) => {
			const others = Array.from({ length: nobodies }, () => ({ phone: '' }));
			const contacts = people
				.filter((each) => each.account === account)
				.map(({ person, way }) => ({ phone: written(person, way), is_group: isGroup(person) }));
			return { id, title: id, contacts: [...contacts, ...others, FOREIGN] };
		};
		const lists = nodes.flatMap(({ plan }) => [
			list(listFor(plan, NEVER), plan.limits?.stopped, plan.limits?.nobodies),
			list(listFor(plan, ONLY), plan.limits?.only, plan.limits?.nobodies),
		]);
		const unreadable = { phone: NO_NUMBER, name: 'Somebody', is_group: false };
		const other = { id: UNREADABLE, title: UNREADABLE, contacts: [unreadable] };
		sandbox.lists = [...lists, list(NOBODY), other] as never;
		sandbox.onLists = () => (unread-- > 0 ? failure : undefined);
		sandbox.onSend = ({ body }) => {
			const sent = { ...(body as Sent), ...(body as Partial<MultipartBody>).fields };
			const item = itemOf(sent);
			const { books } = nodes.find(({ plan }) => plan.node === nodeOf(sent))!;
			const attempt = books.arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			return attempt && attemptOf(attempt).fault;
		};
	}
	return Object.fromEntries(accounts.map((sandbox, account) => [hostOf(account), sandbox]));
}

/** Writes down that a message has arrived. @returns what becomes of it */
export function arrive(
	host: string,
	sent: Sent,
	{ items }: Plan,
	{ arrivals }: Books,
	execution: number,
): Handling {
	const item = itemOf(sent);
	const { first, later, back } = items[item];
	const attempt = arrivals.some((arrival) => arrival.item === item) ? later : first;
	const account = [0, 1].find((index) => hostOf(index) === host)!;
	arrivals.push({ item, attempt, account, execution, sent });
	const { cutUnread, response } = attemptOf(attempt);
	const isLost = response === 'never';
	return { back: response === 'late' ? LATE : back, isCut: cutUnread, isLost };
}
