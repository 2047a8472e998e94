import type { MobileNumber } from './mobileNumbers';

/** One way to write a number, and the Default Country Code that the user has set. */
export interface Writing {
	way: string;
	written: unknown;
	countryCode?: string;
}

const joined = (text: string, separator: string) => text.replaceAll(' ', separator);
/** Another country's code, so that a number of this one must say its own. */
const abroad = ({ countryCode }: MobileNumber) => (countryCode === '62' ? '44' : '62');

/** Ways that leave no doubt: each must be sent as its owner would dial it. */
export function clearWritings(number: MobileNumber): Writing[] {
	const { digits, international, countryCode, subscriber, hasTrunkZero } = number;
	const rest = international.slice(countryCode.length + 2);
	const always: Array<[string, unknown]> = [
		['digits', digits],
		['a number', Number(digits)],
		['+', `+${digits}`],
		['00', `00${digits}`],
		['spaces', international],
		['spaces after 00', `00${international.slice(1)}`],
		['dashes', joined(international, '-')],
		['dots', joined(international, '.')],
		['no-break spaces', joined(international, '\u00a0')],
		['narrow no-break spaces', joined(international, '\u202f')],
		['no-break hyphens', joined(international, '\u2011')],
		['marks of a phone book', `\u202a${international}\u202c`],
		['a mark for writing from right to left', `\u200f${digits}`],
		['zero-width spaces', joined(international, '\u200b')],
		["a spreadsheet's '", `'${digits}`],
		["a spreadsheet's .0", `${digits}.0`],
		["a spreadsheet's .00", `${digits}.00`],
		['a bracket around the code', `(+${countryCode}) ${rest}`],
		['a bracket after the +', `+(${countryCode})${rest}`],
		['an address of WhatsApp', `${digits}@s.whatsapp.net`],
		['an older address of WhatsApp', `${digits}@c.us`],
		['wa.me', `https://wa.me/${digits}`],
		['tel:', `tel:+${digits}`],
	];
	const withCode: Array<[string, unknown]> = hasTrunkZero
		? [
				['(0)', `+${countryCode} (0)${rest}`],
				['(0) after 00', `00${countryCode}(0)${rest}`],
			]
		: [];
	return [
		...[...always, ...withCode].map(([way, written]) => ({ way, written })),
		...always
			.filter(([, written]) => /^\D*\+|^00|@|wa\.me/.test(String(written)))
			.map(([way, written]) => ({
				way: `${way}, from another country`,
				written,
				countryCode: abroad(number),
			})),
		...(hasTrunkZero ? [{ way: 'a leading 0', written: `0${subscriber}`, countryCode }] : []),
	];
}

/** Ways that may be read in two ways: sent as its owner would dial it, or refused. */
export function ambiguousWritings(number: MobileNumber): Writing[] {
	const { digits, international, national, countryCode, subscriber } = number;
	const code = { countryCode };
	// Where numbers keep their 0, one that is added makes no number.
	const stray = /^(39|225|229|241|242)$/.test(countryCode) ? [] : [`0${subscriber}`];
	return [
		...stray.map((written) => ({ way: 'a leading 0', written, ...code })),
		...stray.map((written) => ({
			way: 'a 0 after its code',
			written: `+${countryCode} ${written}`,
		})),
		{ way: 'as in its country', written: national, ...code },
		{ way: 'as in its country, with dots', written: national.replace(/[ -]/g, '.'), ...code },
		{ way: 'without its code', written: subscriber, ...code },
		{ way: 'without its code, from a spreadsheet', written: `${subscriber}.0`, ...code },
		{ way: 'without its code, as a number', written: Number(subscriber), ...code },
		{ way: 'digits, from another country', written: digits, countryCode: abroad(number) },
		{ way: 'two ends', written: `${international}/8` },
		{ way: 'two ends with spaces', written: `${international} / 12` },
		{ way: 'an end in brackets', written: `${international} (12)` },
		{ way: 'an end after a dash', written: `${international}-8` },
		{ way: 'an extension', written: `${international} x12` },
		{ way: 'an extension of tel:', written: `tel:+${digits};ext=12` },
		{ way: 'two numbers', written: `${international} / ${international}` },
		{ way: 'two numbers of digits', written: `${digits} ${digits}` },
		{ way: 'scientific notation', written: Number(digits).toExponential(5) },
		{ way: 'spaces and .0', written: `${international}.0` },
	];
}
