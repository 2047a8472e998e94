/** Leading digits and the number of digits, like `81:10`; fewer leading ones where there are no more yet. */
export type Beginnings = Set<string>;

const NOTHING: Beginnings = new Set([':0']);
const union = (sets: Beginnings[]): Beginnings => new Set(sets.flatMap((set) => [...set]));

/** One pattern after the other. */
function followedBy(first: Beginnings, second: Beginnings, width: number): Beginnings {
	const all: Beginnings = new Set();
	const lengths = new Set([...second].map((one) => `:${one.split(':')[1]}`));
	for (const one of first) {
		const [digits, length] = one.split(':');
		// What follows enough digits adds to their number alone.
		for (const other of digits.length < width ? second : lengths) {
			const [next, more] = other.split(':');
			all.add(`${(digits + next).slice(0, width)}:${Number(length) + Number(more)}`);
		}
	}
	return all;
}

/**
 * With which digits the numbers begin that a pattern of libphonenumber matches, and how many digits
 * they have: `81:10`. These patterns have digits, classes, groups without lookahead, and counts.
 *
 * @param width leading digits
 */
export function beginningsOf(pattern: string, width: number): Beginnings {
	let at = 0;
	const alternatives = (): Beginnings => {
		const sets = [sequence()];
		while (pattern[at] === '|') {
			at++;
			sets.push(sequence());
		}
		return union(sets);
	};
	const sequence = (): Beginnings => {
		let set = NOTHING;
		while (at < pattern.length && !'|)'.includes(pattern[at]))
			set = followedBy(set, counted(), width);
		return set;
	};
	const counted = (): Beginnings => {
		const part = atom();
		const [count, least, most = least] = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(pattern.slice(at)) ?? [
			'',
		];
		at += count.length;
		if (count === '') return part;
		if (count === '?') return union([NOTHING, part]);
		const sets = [NOTHING];
		for (let times = 1; times <= Number(most); times++)
			sets.push(followedBy(sets[times - 1], part, width));
		return union(sets.slice(Number(least)));
	};
	const atom = (): Beginnings => {
		const [token] = /^(?:\(\?:|\d|\\d|\[[\d-]+\])/.exec(pattern.slice(at)) ?? [];
		if (!token) throw new Error(`${pattern}: what is at ${at}?`);
		at += token.length;
		if (token !== '(?:') {
			const digit = new RegExp(token);
			return new Set([...'0123456789'].filter((one) => digit.test(one)).map((one) => `${one}:1`));
		}
		const group = alternatives();
		at++;
		return group;
	};
	return alternatives();
}
