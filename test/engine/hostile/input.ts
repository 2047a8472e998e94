import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSender } from '../../../nodes/WhatsAppSender/WhatsAppSender.node';
import type { Outcome } from '../run';

/** Texts that have broken software before. */
export const NASTY_TEXTS = [
	'x\r\nX-Injected: yes\r\n\r\n{"phone":"1"}',
	'--boundary\r\nContent-Disposition: form-data; name="api_key"\r\n\r\nother',
	'"; name="api_key"; filename="x',
	'\ud800 lone \udc00',
	'\u202egnp.exe\u202c \u200f\u200e\u2066',
	'__proto__',
	'={{ $env }}',
	'e\u0301'.repeat(200),
];

/** Any text: nasty ones, any code units, any Unicode. */
export const text = fc.oneof(
	fc.constantFrom(...NASTY_TEXTS),
	fc.string({ unit: 'binary', maxLength: 60 }),
	fc
		.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
		.map((units) => String.fromCharCode(...units)),
);

/** Whatever an expression may give where a text is due, with prototype keys among its keys. */
export const anything = fc.oneof(
	text,
	fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }),
	fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21),
	fc.constant(
		JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}'),
	),
);

/** `LONG=1 npm test` tries more. */
const RUNS = process.env.LONG ? 100 : 6;

/** Holds for each of the examples, and for whatever else the value is. */
export async function forAny<T>(
	values: fc.Arbitrary<T>,
	holds: (value: T) => Promise<void>,
	examples: T[] = [],
): Promise<void> {
	const numRuns = examples.length + RUNS;
	const all = examples.map((example): [T] => [example]);
	// A text of 5 MB takes half an hour to be made smaller.
	const parameters = { numRuns, examples: all, endOnFailure: true };
	await fc.assert(fc.asyncProperty(values, holds), parameters);
}

const labelsOf = (fields: INodeProperties[]): string[] =>
	fields.flatMap(({ displayName, options = [] }) => [
		displayName,
		...labelsOf(options.flatMap((each) => ('values' in each ? each.values : each)) as never),
	]);
const { description } = new WhatsAppSender();
const labels = labelsOf([...description.properties, ...new WhatsAppSenderApi().properties]);
/** An error about input begins with the label of its field, or says what the item lacks. */
export const FIELDS = new RegExp(
	`^((Minimum of |Maximum of |row \\d+ of )?(${labels.filter(Boolean).join('|')})\\b|Header "|The input item has no phone)`,
);

/** An outcome that no input may spoil: success, or one of n8n's errors in plain words. */
export function expectCivil({ error }: Outcome): void {
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	if (!error) return;
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	// Nothing that hides, forges lines or turns the writing around.
	expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
	expect(error.message.length).toBeLessThan(700);
	expect(error.message).not.toMatch(/undefined|\[object|is not a function|Cannot read|NaN/);
}
