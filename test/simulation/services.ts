import type { Sandbox } from '../../sandbox';
import { attemptOf } from './attempts';
import { itemOf, type Books } from './books';
import { hostOf } from './inputs';
import { NEVER, ONLY } from './options';
import { entered, enteredFor, isGroup, joinerOf, type Listed } from './people';
import type { Plan } from './plan';
import type { Sent } from './wire';

/** Prepares the services of a plan: their lists, and what they do with each message. */
export function openServices(
	accounts: Sandbox[],
	plan: Plan,
	{ arrivals }: Books,
	elapsed: () => number,
): Record<string, Sandbox> {
	const { limits, items } = plan;
	let unread = limits?.unread ?? 0;
	const joiner = joinerOf(plan);
	for (const [account, sandbox] of accounts.entries()) {
		sandbox.accepted.length = 0;
		sandbox.requests.length = 0;
		const entry = (phone: string, is_group: boolean) => ({ phone, is_group });
		const list = (id: string, people: Listed[] = []) => {
			const contacts = people
				.filter((each) => each.account === account)
				.map(({ person }) => entry(entered(person), isGroup(person)));
			return { id, title: id, contacts };
		};
		const [never, only] = [list(NEVER, limits?.stopped), list(ONLY, limits?.only)];
		sandbox.lists = [never, only] as never;
		sandbox.onLists = () => {
			if (
				joiner !== undefined &&
				items[joiner].account === account &&
				elapsed() >= limits!.joins!.at
			)
				never.contacts.push(entry(enteredFor(plan, joiner), isGroup(items[joiner].person)));
			return unread-- > 0 ? { status: 503, body: 'Try again' } : undefined;
		};
		sandbox.onSend = ({ body }) => {
			const item = itemOf(body as Sent);
			const attempt = arrivals.findLast((arrival) => arrival.item === item)?.attempt;
			return attempt && attemptOf(attempt).fault;
		};
	}
	return Object.fromEntries(accounts.map((sandbox, account) => [hostOf(account), sandbox]));
}
