import type { Rules } from '../books';

/** What a sentence has where a part of it is missing, or where it counts nothing. */
const GAP =
	/^ | {2}| $|\b(undefined|null|NaN)\b|\[object |\b(Failed|Skipped|Not sent): 0\.|\band 0 more\b/;

/** How the node writes what it says. */
export const sentences: Rules = {
	'no sentence has a gap, or counts nothing': (_plan, { items, errors, error, runs = [] }) =>
		[
			...[...items, ...errors].flatMap(({ json }) => [json.error, json.warning]),
			...[error?.message, error?.description],
			...runs.flatMap(({ hints }) => hints),
		].every((text) => !GAP.test(String(text ?? ''))),
};
