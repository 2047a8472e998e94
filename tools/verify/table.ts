import type { Verdict } from './rule';

/** The table at the end: one line a rule, what broke it below. */
export function tableOf(verdicts: Verdict[]): string {
	const width = Math.max(...verdicts.map(({ says }) => says.length));
	const lines: string[] = [];
	let group = '';
	for (const { group: title, says, broken, seconds } of verdicts) {
		if (title !== group) lines.push('', title);
		group = title;
		const slow = seconds >= 1 ? `${seconds.toFixed(0)} s`.padStart(6) : '';
		const line = `  ${broken.length ? 'FAIL' : 'pass'}  ${says.padEnd(width)} ${slow}`;
		lines.push(line.trimEnd(), ...broken.map((problem) => `        - ${indented(problem)}`));
	}
	const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
	lines.push('', `${verdicts.length - failed} passed, ${failed} failed`);
	return lines.join('\n');
}

const indented = (text: string) => text.trimEnd().replaceAll('\n', '\n          ');
