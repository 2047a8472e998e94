import type { Candidate } from './candidate';

/** One line of the table: what has to hold, and how it is found out. */
export interface Rule<Subject = Candidate> {
	/** A sentence that is true of a package that passes. */
	says: string;
	/** Everything that breaks it; nothing where it holds. */
	broken(subject: Subject): string[] | Promise<string[]>;
}

/** Rules of one kind, under the guideline that they come from. */
export interface RuleGroup {
	title: string;
	rules: Rule[];
}

/** What became of a rule. */
export interface Verdict {
	group: string;
	says: string;
	broken: string[];
	seconds: number;
}

/** Tries the rules one after the other. A rule that cannot be tried counts as broken. */
export async function tryRules(group: RuleGroup, candidate: Candidate): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	for (const { says, broken } of group.rules) {
		const begun = Date.now();
		const found = await (async () => await broken(candidate))().catch((error: Error) => [
			`could not be tried: ${error.message}`,
		]);
		const seconds = (Date.now() - begun) / 1000;
		verdicts.push({ group: group.title, says, broken: found, seconds });
	}
	return verdicts;
}

/** For a rule that is a question of yes or no. */
export const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
