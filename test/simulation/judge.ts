import { inspect } from 'node:util';
import type { Books } from './books';
import { expected } from './model';
import type { Plan } from './plan';
import { reportsOf } from './reports';
import { counts } from './rules/counts';
import { order } from './rules/order';
import { output } from './rules/output';
import { recipients } from './rules/recipients';
import { times } from './rules/times';

const RULES = { ...recipients, ...order, ...times, ...output, ...counts };

/** What is wrong with a broadcast: the rules that it breaks, and where it ends otherwise than the contract says. */
export function violationsOf(plan: Plan, books: Books): string[] {
	const broken = Object.keys(RULES).filter((name) => !RULES[name](plan, books));
	return isAsExpected(plan, books) ? broken : [...broken, 'it ends as the contract says'];
}

function isAsExpected(plan: Plan, books: Books): boolean {
	const model = expected(plan, books);
	if (!model) return true;
	const reports = reportsOf(books);
	const [told, due] =
		model.stoppedAt === undefined
			? [plan.items.map((_, item) => reports[item]), model.last]
			: [books.stoppedAt, model.stoppedAt];
	return JSON.stringify([books.taken, told]) === JSON.stringify([model.taken, due]);
}

/** The three books of a broadcast, for a person. */
export function tableOf(plan: Plan, books: Books): string {
	const model = expected(plan, books);
	const { items, errors, error, taken } = books;
	const reports = reportsOf(books);
	const said = [...items, ...errors].map(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return `  item ${item}: ${JSON.stringify(json)}`;
	});
	const heads = ['item', 'node says', 'service took', 'contract says', 'takes'];
	const rows = plan.items.map((_, item) => [
		item,
		books.rows?.[item] ?? reports[item],
		taken[item],
		model?.last[item],
		model?.taken[item],
	]);
	return [
		'What happened',
		...books.log.map((line) => `  ${line}`),
		...(books.stuck ? [`  ${books.stuck}`] : []),
		'What the node returned',
		...said,
		...(error ? [`  error: ${error.message}`, `  ${error.description}`] : []),
		'What three sides say',
		...[heads, ...rows].map(
			(row) => `  ${row.map((cell) => String(cell ?? '–').padEnd(15)).join('')}`,
		),
		...(model?.stoppedAt === undefined
			? []
			: [`  by the contract it stops at item ${model.stoppedAt}`]),
		'',
	].join('\n');
}

export const shown = (plan: Plan): string =>
	inspect(plan, { depth: 6, maxArrayLength: 50, breakLength: 100 });
