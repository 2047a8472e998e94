import { resolve } from 'node:path';
import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import metadata from 'libphonenumber-js/metadata.max.json';
import { beginningsOf } from './beginnings';

/** A region's metadata by place, as libphonenumber-js keeps it. */
type Region = [code: string, ...others: unknown[]];
const ABROAD = 1;
const TRUNK = 5;
const TRUNK_PATTERN = 7;
const TYPES = 11;
const FIXED = 0;
const MOBILE = 1;
const VOIP = 8;
/** What WhatsApp Business may have beside mobile numbers; others are hardly dialed from abroad. */
const OTHERS = [FIXED, VOIP];

const DIGITS = [...'0123456789'];
const SHORT = DIGITS.flatMap((first) => [first, ...DIGITS.map((next) => first + next)]);

type Named = [name: CountryCode, region: Region];

const regions = Object.entries({
	...metadata.countries,
	...metadata.nonGeographic,
}) as unknown as Named[];

/** What numberingPlans.ts has: a line for each country code. */
export function numberingPlans(): string[] {
	const codes = new Set(regions.map(([, [code]]) => code));
	return [...codes].sort().map((code) => {
		const all = regions.filter(([, [itsCode]]) => itsCode === code);
		const mobile = lengthsByStart(all, [MOBILE]);
		const others = lengthsByStart(all, OTHERS);
		for (const [start, lengths] of mobile) {
			for (const length of lengths) others.get(start)?.delete(length);
		}
		const dialed = `${trunksOf(all)} ${abroadOf(all)}`.trim();
		return `${code} ${dialed} | ${shown(mobile, code)} | ${shown(others, code)}`.trimEnd();
	});
}

/** What is dialed before a number, in brackets where mobile numbers are written without it. */
function trunksOf(all: Named[]): string {
	const trunks = [...new Set(all.flatMap(([, region]) => trunksOfRegion(region)))];
	if (trunks.length === 0) return '-';
	const isWritten = all.some(([name]) => {
		const national = getExampleNumber(name, examples)?.formatNational().replace(/\D/g, '');
		return national?.startsWith(trunks[0]);
	});
	return isWritten ? trunks.join('/') : `(${trunks.join('/')})`;
}

/** Of one or two digits: longer ones choose a carrier. */
function trunksOfRegion(region: Region): string[] {
	const pattern = String(region[TRUNK_PATTERN] || region[TRUNK] || '');
	// Gabon's 0 stands in the pattern alone.
	const trunk = region[TRUNK] || /^\d{1,2}/.exec(pattern)?.[0];
	const dialed = new RegExp(`^(?:${pattern})$`);
	return trunk ? [String(trunk), ...SHORT.filter((digits) => dialed.test(digits))] : [];
}

/** What is dialed before a number abroad, but for 00. Of up to five digits: longer ones choose a carrier. */
function abroadOf(all: Named[]): string {
	const patterns = all.map(([, region]) => region[ABROAD] || '00');
	const dialed = patterns.flatMap((pattern) => [...beginningsOf(String(pattern), 6)]);
	const prefixes = dialed.map((beginning) => beginning.split(':')[0]);
	const others = [...new Set(prefixes)].filter((one) => one !== '00' && one.length <= 5);
	const byWidth = [1, 2, 3, 4, 5].map((width) => others.filter(({ length }) => length === width));
	return byWidth
		.filter(({ length }) => length > 0)
		.map((some) => ranges(some.sort().map(Number), some[0].length))
		.join(',');
}

/** Where two leading digits do not tell its mobile numbers from others', or from those of other countries. */
const WIDE = ['1', '48', '49', '51', '52', '54', '55', '57', '62', '86', '90', '380'];

/** How many leading digits the table has. */
const widthIn = (code: string) => (WIDE.includes(code) ? 3 : 2);

function lengthsByStart(all: Named[], types: number[]): Map<string, Set<number>> {
	const found = new Map<string, Set<number>>();
	for (const [, region] of all) {
		const patterns = region[TYPES] as Array<[pattern: string] | 0 | undefined>;
		for (const type of types) {
			const [pattern] = patterns[type] || [];
			if (pattern === undefined) continue;
			// Empty where mobile numbers have the pattern of fixed lines.
			const source = pattern || (patterns[FIXED] as [string])[0];
			for (const beginning of beginningsOf(source, widthIn(region[0]))) {
				const [start, length] = beginning.split(':');
				const all = region[0].length + Number(length);
				// What the service takes (§2.2).
				if (all < 8 || all > 15) continue;
				found.set(start, (found.get(start) ?? new Set()).add(Number(length)));
			}
		}
	}
	return found;
}

/** `81-83,85-89:9-12 21:8`: the leading digits, and how many digits there are. */
function shown(found: Map<string, Set<number>>, code: string): string {
	const byLengths = new Map<string, number[]>();
	for (const [digits, lengths] of [...found].sort()) {
		if (lengths.size === 0) continue;
		const key = ranges([...lengths].sort((a, b) => a - b));
		byLengths.set(key, [...(byLengths.get(key) ?? []), Number(digits)]);
	}
	return [...byLengths]
		.map(([lengths, pairs]) => `${ranges(pairs, widthIn(code))}:${lengths}`)
		.join(' ');
}

function ranges(numbers: number[], width = 1): string {
	const found: number[][] = [];
	for (const number of numbers) {
		const last = found.at(-1);
		if (last && last[1] === number - 1) last[1] = number;
		else found.push([number, number]);
	}
	const text = (n: number) => String(n).padStart(width, '0');
	return found
		.map(([from, to]) => (from === to ? text(from) : `${text(from)}-${text(to)}`))
		.join(',');
}

export const PLANS_FILE = resolve(__dirname, '../../nodes/WhatsAppSender/values/numberingPlans.ts');

/** All of that file. */
export const numberingPlansFile =
	() => `// Written by \`npx tsx tools/numberingPlans/write.ts\` from the metadata of libphonenumber
// (https://github.com/google/libphonenumber, Apache License 2.0), as libphonenumber-js has them.

/**
 * The world's numbering plans, a line for each country code: what is dialed before a number within the
 * country (in brackets: mobile numbers are written without it), and before one abroad, beside 00; mobile
 * numbers; others. \`71-79,85:9-11\` are numbers of 9 to 11 digits that begin with 71 to 79 or 85.
 */
export const NUMBERING_PLANS = \`
${numberingPlans().join('\n')}
\`;
`;
