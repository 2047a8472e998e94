import type { Candidate } from './candidate';

/** One line of the table: what has to hold, where it is written down, and how it is found out. */
export interface Rule<Subject = Candidate> {
	/** A sentence that is true of a package that passes. */
	says: string;
	/** Everything that breaks it; nothing where it holds. */
	broken(subject: Subject): string[] | Promise<string[]>;
}

/** Rules of one kind, under the guideline that they come from. */
export interface RuleGroup<Subject = Candidate> {
	title: string;
	rules: Array<Rule<Subject>>;
}

/** What became of a rule. */
export interface Verdict {
	group: string;
	says: string;
	broken: string[];
	seconds: number;
}

/** Tries the rules one after the other. A rule that cannot be tried counts as broken. */
export async function tryRules<Subject>(
	{ title, rules }: RuleGroup<Subject>,
	subject: Subject,
): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	for (const { says, broken } of rules) {
		const begun = Date.now();
		const found = await (async () => await broken(subject))().catch((error: Error) => [
			`could not be tried: ${error.message}`,
		]);
		verdicts.push({ group: title, says, broken: found, seconds: (Date.now() - begun) / 1000 });
	}
	return verdicts;
}

/** For a rule that is a question of yes or no. */
export const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
