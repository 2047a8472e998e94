// First, because it lets TypeScript find the node's file.
import { broadcast } from './broadcast';
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startSandbox } from '../../sandbox';
import { nodesOf } from './books';
import { shown, tableOf, violationsOf } from './judge';
import { plans, type Plan } from './plan';

/** Broadcasts of one seed of their own, whichever process runs them. */
const PART = 250;

/** What some broadcasts have come to. */
interface Sums {
	broadcasts: number;
	messages: number;
	/** Virtual milliseconds. */
	lasted: number;
	digest: string;
	/** The file of the first broken promise. */
	failure?: string;
}

/** Runs random broadcasts of a seed until one breaks a promise, which is then made as small as it gets. */
async function simulate(seed: number, count: number, path?: string): Promise<Sums> {
	const keys = ['key-1', 'key-2'];
	const accounts = await Promise.all(
		keys.map(async (apiKey) => await startSandbox({ apiKey, isListening: false })),
	);
	const sums: Sums = { broadcasts: 0, messages: 0, lasted: 0, digest: '' };
	const digest = createHash('sha256');
	let smallest: string | undefined;
	const property = fc.asyncProperty(plans, async (plan: Plan) => {
		const books = await broadcast(accounts, plan);
		sums.broadcasts++;
		for (const node of nodesOf(plan, books)) sums.messages += node.books.arrivals.length;
		sums.lasted += books.lasted;
		const table = tableOf(plan, books);
		digest.update(table);
		const violations = violationsOf(plan, books);
		if (violations.length === 0) return;
		smallest = `Broken: ${violations.join('; ')}\n\n${shown(plan)}\n\n${table}`;
		throw new Error('broken');
	});
	const run = await fc.check(property, { numRuns: count, seed, path });
	if (run.failed) {
		const { counterexamplePath, numRuns, errorInstance } = run;
		const again = `npm run simulate -- --count ${count} --seed ${seed} --path ${counterexamplePath}`;
		sums.failure = smallest
			? `Seed ${seed}, broadcast ${numRuns}. Again: ${again}\n${smallest}`
			: String((errorInstance as Error | undefined)?.stack);
	}
	await Promise.all(accounts.map(async (sandbox) => await sandbox.close()));
	return { ...sums, digest: digest.digest('hex') };
}

type Part = { seed: number; count: number };

/** Runs parts in as many processes as there are cores; each has the same digest in any of them. */
async function simulateAll(parts: Part[]): Promise<Sums[]> {
	const results: Sums[] = [];
	let next = 0;
	const work = async () => {
		const child = fork(__filename, ['--part']);
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

/** `npm run simulate -- --count 2000 --seed 7` */
async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const options = {
		count: text,
		seed: text,
		path: text,
		file: text,
		part: { type: 'boolean' },
	} as const;
	const { values } = parseArgs({ options });
	if (values.part) {
		process.on('message', async ({ seed, count }: Part) =>
			process.send!(await simulate(seed, count)),
		);
		return;
	}
	const count = Number(values.count ?? 2000);
	const seed = Number(values.seed ?? process.env.SEED ?? Date.now() % 2 ** 31);
	console.log(`Seed ${seed}`);
	const starts = Array.from({ length: Math.ceil(count / PART) }, (_, index) => index * PART);
	const parts = starts.map((start, index) => ({
		seed: index === 0 ? seed : (seed + index * 0x9e3779b1) | 0,
		count: Math.min(PART, count - start),
	}));
	const isSingle = parts.length === 1 || values.path;
	const begun = Date.now();
	const all = isSingle ? [await simulate(seed, count, values.path)] : await simulateAll(parts);
	const seconds = (Date.now() - begun) / 1000;
	const sum = (of: 'broadcasts' | 'messages' | 'lasted') =>
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
			`${failures.length} violations, 0 not judged, seed ${seed}`,
			`digest ${digest.digest('hex').slice(0, 16)}, ${seconds.toFixed(1)} s`,
		].join(', '),
	);
}

void main();
