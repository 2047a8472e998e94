import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process and all its descendants so far, those that have ended among them; milliseconds. */
export function cpuOf(pid: number): number {
	const all = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.map(statOf);
	const known = all.filter((stat) => stat !== undefined);
	const family = new Set([pid]);
	for (let size = 0; size !== family.size;) {
		size = family.size;
		for (const stat of known) if (family.has(stat.parent)) family.add(stat.pid);
	}
	return (
		known.filter((stat) => family.has(stat.pid)).reduce((sum, { ticks }) => sum + ticks, 0) *
		TICK_MS
	);
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name, in brackets, may hold spaces; the fields after it are counted from the process's state on.
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		// User and system time, of itself and of the children that it has seen end.
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		return { pid, parent: Number(fields[1]), ticks };
	} catch {
		// It ended in between.
		return undefined;
	}
}
