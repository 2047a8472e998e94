import { inspect } from 'node:util';
import { nodesOf, type Books } from './books';
import { expected, type Expected } from './contract';
import type { Plan } from './plan';
import { reportsOf } from './reports';
import { cancel } from './rules/cancel';
import { counts } from './rules/counts';
import { dryRun } from './rules/dryRun';
import { hints } from './rules/hints';
import { order } from './rules/order';
import { output } from './rules/output';
import { recipients } from './rules/recipients';
import { sentences } from './rules/sentences';
import { times } from './rules/times';
import { words } from './rules/words';

const RULES = {
	...recipients,
	...order,
	...times,
	...output,
	...counts,
	...hints,
	...dryRun,
	...words,
	...sentences,
	...cancel,
};

/** How the nodes end by the contract; none where the moment decides, and the rules alone judge it. */
export const modelsOf = (plan: Plan, books: Books) =>
	books.cancelled || books.stuck ? undefined : expected(plan, books);

/** What is wrong with a broadcast: the rules that its nodes break, and where one ends otherwise than the contract says. */
export function violationsOf(plan: Plan, books: Books): string[] {
	const models = modelsOf(plan, books);
	return nodesOf(plan, books).flatMap((node, at) => {
		const broken = Object.keys(RULES).filter((name) => !RULES[name](node.plan, node.books));
		const isExpected = !models || isAsExpected(node.plan, node.books, models[at]);
		return isExpected ? broken : [...broken, 'it ends as the contract says'];
	});
}

function isAsExpected({ items }: Plan, books: Books, { last, taken, stoppedAt }: Expected) {
	const reports = reportsOf(books);
	const [told, due] =
		stoppedAt === undefined
			? [items.map((_, item) => reports[item]), last]
			: [books.stoppedAt, stoppedAt];
	return JSON.stringify([books.taken, told]) === JSON.stringify([taken, due]);
}

/** The three books of a broadcast, for a person. */
export function tableOf(plan: Plan, books: Books): string {
	const models = expected(plan, books);
	return [
		'What happened',
		...books.log.map((line) => `  ${line}`),
		...(books.stuck ? [`  ${books.stuck}`] : []),
		...nodesOf(plan, books).flatMap((node, at) => ofNode(node.plan, node.books, models?.[at])),
		'',
	].join('\n');
}

function ofNode({ node, items: planned }: Plan, books: Books, model?: Expected): string[] {
	const { items, errors, error, taken, phones } = books;
	const reports = reportsOf(books);
	const said = [...items, ...errors].map(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return `  item ${item}: ${JSON.stringify(json)}`;
	});
	const rows = planned.map((_, item) => [
		...[item, phones[item], books.rows?.[item] ?? reports[item], taken[item]],
		...[model?.last[item], model?.taken[item]],
	]);
	const heads = ['item', 'phone', 'node says', 'service took', 'contract says', 'takes'];
	return [
		`What ${node} returned`,
		...said,
		...(error ? [`  error: ${error.message}`, `  ${error.description}`] : []),
		'What three sides say',
		...[heads, ...rows].map(
			(row) => `  ${row.map((cell) => String(cell ?? '–').padEnd(15)).join('')}`,
		),
		...(model?.stoppedAt === undefined
			? []
			: [`  by the contract it stops at item ${model.stoppedAt}`]),
	];
}

export const shown = (plan: Plan): string =>
	inspect(plan, { depth: 6, maxArrayLength: 50, breakLength: 100 });
