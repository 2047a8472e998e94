import fc from 'fast-check';
import { useSandbox } from '../sandbox';
import { type PeopleBooks, sendToPeople, stoppedPhones } from './peopleBroadcast';
import { type PeoplePlan, peoplePlans, phoneOf } from './peoplePlan';

const holder = useSandbox();
const numRuns = Number(process.env.BROADCASTS ?? 200);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

type Rule = (plan: PeoplePlan, books: PeopleBooks) => boolean;

const everyItem = (
	{ outputs }: PeopleBooks,
	holds: (json: Record<string, unknown>, item: number) => boolean,
) =>
	outputs.every((output) =>
		output.every(({ json, pairedItem }) => holds(json, (pairedItem as { item: number }).item)),
	);

const RULES: Record<string, Rule> = {
	'nobody on the list is reached': (plan, { arrivals }) =>
		arrivals.every(({ recipient }) => !stoppedPhones(plan).has(recipient)),

	'nothing goes to somebody who has a message': (_plan, { arrivals }) =>
		arrivals.every(({ recipient }, at) =>
			arrivals
				.slice(0, at)
				.every((before) => before.recipient !== recipient || before.answer !== 'accept'),
		),

	'after an answer that was lost, only the same item is tried again': (_plan, { arrivals }) =>
		arrivals.every(({ recipient, item }, at) =>
			arrivals
				.slice(0, at)
				.every(
					(before) =>
						before.recipient !== recipient ||
						before.item === item ||
						!before.answer.startsWith('lost'),
				),
		),

	'nobody has two messages but after an answer that was lost': (_plan, { accepted, arrivals }) =>
		[...new Set(accepted)].every((recipient) => {
			const times = accepted.filter((other) => other === recipient).length;
			const lost = arrivals.filter((a) => a.recipient === recipient && a.answer === 'lost');
			return times <= 1 + lost.length;
		}),

	'every item has one output in every round': ({ items }, { outputs }) =>
		outputs.every((output) => output.length === items.length),

	'an item is skipped for the list where its recipient is on it, and for nothing else': (
		plan,
		books,
	) =>
		everyItem(books, (json, item) => {
			const isStopped = stoppedPhones(plan).has(phoneOf(plan.items[item].person));
			// Where the list could not be read, the error says so.
			if (/^Never Send To could not be checked/.test(String(json.error))) return true;
			return isStopped === (json.reason === 'neverSendTo');
		}),

	'an item is skipped as a duplicate only where its recipient has been sent to': (plan, books) =>
		everyItem(books, (json, item) => {
			const recipient = phoneOf(plan.items[item].person);
			return (
				json.reason !== 'duplicate' ||
				books.arrivals.some((a) => a.recipient === recipient && a.answer !== 'reject')
			);
		}),

	'what is reported as sent was accepted': (plan, books) =>
		everyItem(
			books,
			(json, item) =>
				json.success !== true || books.accepted.includes(phoneOf(plan.items[item].person)),
		),

	'everybody else is reached where it ends well': (plan, books) =>
		books.ended === 'in an error' ||
		plan.onError !== 'stopWorkflow' ||
		plan.items.every(({ person }) => {
			const recipient = phoneOf(person);
			return stoppedPhones(plan).has(recipient) || books.accepted.includes(recipient);
		}),

	'a failed execution ends well once it is retried': ({ rounds }, { ended }) =>
		rounds > 1 || ended === 'well',
};

test(
	'nobody on the stop list is reached, and nobody twice',
	async () => {
		const tally = { broadcasts: 0, items: 0, arrivals: 0, accepted: 0, skipped: 0 };
		const property = fc.asyncProperty(peoplePlans, async (plan) => {
			const books = await sendToPeople(holder.sandbox, plan);
			tally.broadcasts++;
			tally.items += plan.items.length * plan.rounds;
			tally.arrivals += books.arrivals.length;
			tally.accepted += books.accepted.length;
			tally.skipped += books.outputs.flat().filter(({ json }) => json.skipped).length;
			const broken = Object.keys(RULES).filter((name) => !RULES[name](plan, books));
			if (broken.length > 0) throw new Error(`Broken: ${broken.join('; ')}\n${shown(books)}`);
		});
		const result = await fc.check(property, { numRuns, seed, path: process.env.REPLAY });
		console.info(JSON.stringify({ seed, ...tally, violations: result.failed ? 1 : 0 }));
		if (!result.failed) return;
		const why = (result.errorInstance as Error).message;
		throw new Error(`${await fc.asyncDefaultReportMessage(result)}\n${why}`);
	},
	24 * 3_600_000,
);

function shown({ arrivals, accepted, outputs, ended }: PeopleBooks): string {
	const items = outputs.map((output) => output.map(({ json }) => json));
	return JSON.stringify({ ended, arrivals, accepted, items }, null, 1);
}
