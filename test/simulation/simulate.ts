// First, because it lets TypeScript find the node's file.
import { broadcast } from './broadcast';
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Sandbox } from '../../sandbox';
import { nodesOf } from './books';
import { modelsOf, shown, tableOf, violationsOf } from './judge';
import { openAccounts, partsOf, type Part } from './parts';
import { plans, type Plan } from './plan';

/** What some broadcasts have come to. */
interface Sums {
	broadcasts: number;
	messages: number;
	/** Virtual milliseconds. */
	lasted: number;
	/** Those that have no end, or that no rule could be applied to. */
	notJudged: number;
	/** Those whose end the rules alone decide on, because the contract's model leaves it to the moment. */
	byRules: number;
	digest: string;
	/** The file of the first broken promise. */
	failure?: string;
}

/** Runs random broadcasts of a seed until one breaks a promise, which is then made as small as it gets. */
async function simulate(accounts: Sandbox[], { seed, count }: Part, path?: string): Promise<Sums> {
	const sums: Sums = {
		...{ broadcasts: 0, messages: 0, lasted: 0, notJudged: 0, byRules: 0, digest: '' },
	};
	const digest = createHash('sha256');
	let smallest: string | undefined;
	const property = fc.asyncProperty(plans, async (plan: Plan) => {
		sums.broadcasts++;
		sums.notJudged++;
		const books = await broadcast(accounts, plan);
		for (const node of nodesOf(plan, books)) sums.messages += node.books.arrivals.length;
		sums.lasted += books.lasted;
		const table = tableOf(plan, books);
		digest.update(table);
		const violations = violationsOf(plan, books);
		if (!books.stuck) sums.notJudged--;
		if (!modelsOf(plan, books)) sums.byRules++;
		if (violations.length === 0) return;
		smallest = `Broken: ${violations.join('; ')}\n\n${shown(plan)}\n\n${table}`;
		throw new Error('broken');
	});
	const run = await fc.check(property, { numRuns: count, seed, path });
	if (run.failed) {
		const { counterexamplePath, numRuns, errorInstance } = run;
		const again = `npm run simulate -- --count ${count} --seed=${seed} --path ${counterexamplePath}`;
		sums.failure = smallest
			? `Seed ${seed}, broadcast ${numRuns}. Again: ${again}\n${smallest}`
			: String((errorInstance as Error | undefined)?.stack);
	}
	return { ...sums, digest: digest.digest('hex') };
}

/** Runs parts in as many processes as there are cores; each has the same digest in any of them. */
async function simulateAll(parts: Part[]): Promise<Sums[]> {
	const results: Sums[] = [];
	let next = 0;
	const work = async () => {
		// The engine makes much that is short-lived.
		const execArgv = [...process.execArgv, '--max-semi-space-size=64'];
		const child = fork(__filename, ['--part'], { execArgv });
		const ended = new Promise<never>((_, reject) => {
			child.once('exit', (code) => reject(new Error(`A process has ended with ${code}`)));
		});
		while (next < parts.length && !results.some((sums) => sums?.failure)) {
			const at = next++;
			child.send(parts[at]);
			const answer = new Promise<Sums>((resolve) => child.once('message', resolve as never));
			results[at] = await Promise.race([answer, ended]);
		}
		ended.catch(() => {});
		child.kill();
	};
	await Promise.all(Array.from({ length: Math.min(availableParallelism(), parts.length) }, work));
	return results;
}

/** `npm run simulate -- --count 2000 --seed 7`; with `--each 3`, so many broadcasts of each seed. */
async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const options = {
		...{ count: text, seed: text, each: text, path: text, file: text },
		part: { type: 'boolean' },
	} as const;
	const { values } = parseArgs({ options });
	if (values.part) {
		const accounts = openAccounts();
		process.on('message', async (part: Part) =>
			process.send!(await simulate(await accounts, part)),
		);
		return;
	}
	const count = Number(values.count ?? 2000);
	const seed = Number(values.seed ?? process.env.SEED ?? Date.now() % 2 ** 31);
	console.log(`Seed ${seed}`);
	const parts = values.path
		? [{ seed, count }]
		: partsOf(seed, count, values.each ? Number(values.each) : undefined);
	const begun = Date.now();
	const all =
		parts.length === 1
			? [await simulate(await openAccounts(), parts[0], values.path)]
			: await simulateAll(parts);
	const seconds = (Date.now() - begun) / 1000;
	const sum = (of: 'broadcasts' | 'messages' | 'lasted' | 'notJudged' | 'byRules') =>
		all.reduce((total, sums) => total + sums[of], 0);
	const failures = all.flatMap(({ failure }) => failure ?? []);
	const digest = createHash('sha256').update(all.map((sums) => sums.digest).join());
	for (const failure of failures) console.log(failure);
	if (failures.length > 0) {
		const file = values.file ?? `simulation-${seed}.txt`;
		writeFileSync(file, failures.join('\n'));
		console.log(`Written to ${file}`);
		process.exitCode = 1;
	}
	const days = Math.round(sum('lasted') / 86_400_000);
	console.log(
		[
			`${sum('broadcasts')} broadcasts, ${sum('messages')} messages, ${days} virtual days`,
			`${failures.length} violations, ${sum('notJudged')} not judged, seed ${seed}`,
			`digest ${digest.digest('hex').slice(0, 16)}`,
			`${sum('byRules')} by rules alone, ${seconds.toFixed(1)} s`,
		].join(', '),
	);
}

void main();
