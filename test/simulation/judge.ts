import { inspect } from 'node:util';
import type { Books } from './books';
import { expected } from './contract';
import type { Plan } from './plan';
import { reportsOf } from './reports';
import { order } from './rules/order';
import { output } from './rules/output';
import { recipients } from './rules/recipients';
import { times } from './rules/times';

const RULES = { ...recipients, ...order, ...times, ...output };

/** How a broadcast ends by the contract; none where the moment decides, and the rules alone judge it. */
export const modelOf = (plan: Plan, books: Books) =>
	books.cancelled || books.stuck ? undefined : expected(plan, books);

/** What is wrong with a broadcast: the rules that it breaks, and where it ends otherwise than the contract says. */
export function violationsOf(plan: Plan, books: Books): string[] {
	const violations = Object.keys(RULES).filter((name) => !RULES[name](plan, books));
	const model = modelOf(plan, books);
	if (!model) return violations;
	const { last, taken, stoppedAt } = model;
	const [told, due] =
		stoppedAt === undefined ? [reportsOf(books), last] : [books.stoppedAt, stoppedAt];
	const isAsExpected = JSON.stringify([books.taken, told]) === JSON.stringify([taken, due]);
	return isAsExpected ? violations : [...violations, 'it ends as the contract says'];
}

/** The three books of a broadcast, for a person. */
export function tableOf(plan: Plan, books: Books): string {
	const { items, errors, error, taken, phones, log } = books;
	const model = expected(plan, books);
	const reports = reportsOf(books);
	const said = [...items, ...errors].map(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return `  item ${item}: ${JSON.stringify(json)}`;
	});
	const rows = plan.items.map((_, item) => [
		...[item, phones[item], books.rows?.[item] ?? reports[item], taken[item]],
		...[model?.last[item], model?.taken[item]],
	]);
	const heads = ['item', 'phone', 'node says', 'service took', 'contract says', 'takes'];
	return [
		'What happened',
		...log.map((line) => `  ${line}`),
		'What the node returned',
		...said,
		...(error ? [`  error: ${error.message}`, `  ${error.description}`] : []),
		...(books.stuck ? [`  ${books.stuck}`] : []),
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
