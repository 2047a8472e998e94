import { useSandbox } from '../sandbox';
import { peoplePlans, sendToPeople, type PeopleBooks, type PeoplePlan } from './people';
import { checkBroadcasts } from './property';
import { linkedItems } from './report';

const holder = useSandbox();

type Rule = (books: PeopleBooks, plan: PeoplePlan) => boolean;
type Arrival = PeopleBooks['arrivals'][number];

const everyOutput = (
	{ outputs, numbers }: PeopleBooks,
	holds: (json: Record<string, unknown>, recipient: string) => boolean,
) =>
	outputs.every((output) =>
		linkedItems(output).every((item, at) => holds(output[at].json, numbers[item])),
	);

/** Whether a rule holds for each arrival and each earlier one at the same recipient. */
const everyTwo = ({ arrivals }: PeopleBooks, holds: (before: Arrival, after: Arrival) => boolean) =>
	arrivals.every((after, at) =>
		arrivals
			.slice(0, at)
			.every((before) => before.recipient !== after.recipient || holds(before, after)),
	);

const RULES: Record<string, Rule> = {
	'nobody on the list is reached': ({ arrivals, stopped }) =>
		arrivals.every(({ recipient }) => !stopped.has(recipient)),

	'nothing goes to somebody who has a message': (books) =>
		everyTwo(books, (before) => before.answer !== 'accept'),

	'after a response that was lost, only the same item is tried again': (books) =>
		everyTwo(
			books,
			(before, after) => before.item === after.item || !before.answer.startsWith('lost'),
		),

	'nobody has two messages but after a response that was lost': ({ accepted, arrivals }) =>
		accepted.every((recipient) => {
			const times = accepted.filter((other) => other === recipient).length;
			const lost = arrivals.filter((a) => a.recipient === recipient && a.answer === 'lost');
			return times <= 1 + lost.length;
		}),

	'every item has one output in every round': ({ outputs }, { items }) =>
		outputs.every((output) => output.length === items.length),

	'an item is skipped for the list where its recipient is on it, and for nothing else': (books) =>
		everyOutput(
			books,
			(json, recipient) =>
				// Where the list could not be read, the error says so.
				/^Never Send To could not be checked/.test(String(json.error)) ||
				books.stopped.has(recipient) === (json.reason === 'neverSendTo'),
		),

	'an item is skipped as a duplicate only where its recipient has been sent to': (books) =>
		everyOutput(
			books,
			(json, recipient) =>
				json.reason !== 'duplicate' ||
				books.arrivals.some((a) => a.recipient === recipient && a.answer !== 'reject'),
		),

	'what is reported as sent was accepted': (books) =>
		everyOutput(
			books,
			(json, recipient) => json.success !== true || books.accepted.includes(recipient),
		),

	'everybody else is reached where it ends well': (books, { onError }) =>
		!books.endedWell ||
		onError !== 'stopWorkflow' ||
		books.numbers.every((number) => books.stopped.has(number) || books.accepted.includes(number)),

	'a failed execution ends well once it is retried': ({ endedWell }, { rounds }) =>
		rounds > 1 || endedWell,
};

test(
	'nobody on the stop list is reached, and nobody twice',
	async () => {
		await checkBroadcasts(peoplePlans, 200, async (plan) => {
			const books = await sendToPeople(holder.sandbox, plan);
			const broken = Object.keys(RULES).filter((name) => !RULES[name](books, plan));
			const outputs = books.outputs.map((output) => output.map(({ json }) => json));
			const tally = {
				items: plan.items.length * plan.rounds,
				arrivals: books.arrivals.length,
				accepted: books.accepted.length,
				skipped: outputs.flat().filter(({ skipped }) => skipped).length,
			};
			return { broken, books: { ...books, outputs, stopped: [...books.stopped] }, tally };
		});
	},
	24 * 3_600_000,
);
