// First, because it lets TypeScript find the node's file.
import { broadcast } from './broadcast';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startSandbox } from '../../sandbox';
import { shown, tableOf, violationsOf } from './judge';
import { plans, type Plan } from './plan';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { count: text, seed: text, path: text, file: text } });
const count = Number(values.count ?? 2000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);

/** Runs random broadcasts of a seed until one breaks a promise, which is then made as small as it gets. */
async function main(): Promise<void> {
	console.log(`Seed ${seed}`);
	// The services of two accounts, which respond in-process.
	const accounts = await Promise.all(
		['key-1', 'key-2'].map(async (apiKey) => await startSandbox({ apiKey, isListening: false })),
	);
	const begun = Date.now();
	const sums = { broadcasts: 0, messages: 0, lasted: 0 };
	const digest = createHash('sha256');
	let smallest: string | undefined;
	const property = fc.asyncProperty(plans, async (plan: Plan) => {
		sums.broadcasts++;
		const books = await broadcast(accounts, plan);
		sums.messages += books.arrivals.length;
		sums.lasted += books.lasted;
		const table = tableOf(plan, books);
		digest.update(table);
		const violations = violationsOf(plan, books);
		if (violations.length === 0) return;
		smallest = `Broken: ${violations.join('; ')}\n\n${shown(plan)}\n\n${table}`;
		throw new Error('broken');
	});
	const run = await fc.check(property, { numRuns: count, seed, path: values.path });
	if (run.failed) {
		const { counterexamplePath, numRuns, errorInstance } = run;
		const again = `npm run simulate -- --count ${count} --seed=${seed} --path ${counterexamplePath}`;
		const why = smallest ?? (errorInstance as Error | undefined)?.stack;
		const failure = `Broadcast ${numRuns}. Again: ${again}\n${why}`;
		const file = values.file ?? `simulation-${seed}.txt`;
		writeFileSync(file, failure);
		console.log(`${failure}\nWritten to ${file}`);
		process.exitCode = 1;
	}
	const days = Math.round(sums.lasted / 86_400_000);
	const seconds = ((Date.now() - begun) / 1000).toFixed(1);
	console.log(
		[
			`${sums.broadcasts} broadcasts, ${sums.messages} messages, ${days} virtual days`,
			`${run.failed ? 1 : 0} violations, seed ${seed}`,
			`digest ${digest.digest('hex').slice(0, 16)}, ${seconds} s`,
		].join(', '),
	);
}

void main();
