import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import type { N8nProcess } from '../rig/n8n/process';

/** Options that nobody is skipped by. */
export const FIVE_OPTIONS: INodeParameters = {
	countryCode: '62',
	eachRecipientOnce: true,
	maxPerExecution: 1_000_000,
	neverSendTo: { __rl: true, mode: 'numbers', value: '6281999999999' },
	sendHours: { hours: { from: '00:00', to: '24:00' } },
};

/**
 * Does some work in n8n.
 *
 * @returns its result and time in milliseconds; the growth of n8n's memory in MB
 */
export async function usageOf<Result>({ pid }: N8nProcess, work: () => Promise<Result>) {
	const [memoryBefore, begun] = [memoryOf(pid), Date.now()];
	let memory = memoryBefore;
	const timer = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), 10);
	const result = await work().finally(() => clearInterval(timer));
	return { result, time: Date.now() - begun, growth: memory - memoryBefore };
}

const memoryOf = (pid: number) =>
	Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

export const medianOf = (figures: number[]) =>
	[...figures].sort((one, other) => one - other)[figures.length >> 1];

/** A comparison differs by this factor on a busy machine. */
const NOISE = 1.25;

/** Prints rows of README.md's table, then expects each figure but times, which depend on the machine, near its aim. */
export function report(
	...rows: Array<[what: string, figure: number, aim: number, unit?: 'ms' | 'MB']>
): void {
	for (const [what, figure, aim, unit = ''] of rows) {
		const cells = [
			what,
			`${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}`,
			`at most ${aim} ${unit}`,
		];
		process.stdout.write(`| ${cells.map((cell) => cell.trim()).join(' | ')} |\n`);
	}
	const above = rows.filter(([, figure, aim, unit]) => unit !== 'ms' && figure > aim * NOISE);
	expect(above).toEqual([]);
}
