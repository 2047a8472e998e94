import fc from 'fast-check';

/** Texts that have broken software before. */
export const NASTY_TEXTS = [
	'\u0000\u0001\u0007\u001b[31m',
	'one\r\ntwo\nthree\rfour',
	'x\r\nX-Injected: yes\r\n\r\n{"phone":"1"}',
	'--boundary\r\nContent-Disposition: form-data; name="api_key"\r\n\r\nother',
	'"; name="api_key"; filename="x',
	'\ud800 lone \udc00',
	'\u202egnp.exe\u202c \u200f\u200e\u2066',
	'\ufeff\u00a0\u2028\u2029\u200b',
	'__proto__',
	'constructor',
	'toString',
	'{{ $json }} ${7*7} %s %n',
	'={{ $env }}',
	"'; DROP TABLE x; --",
	'<script>alert(1)</script>',
	'../../etc/passwd',
	'👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'{port}',
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

/** JSON of any shape, with prototype keys among its keys. */
export const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 3 });

/** Whatever an expression may give where a text is due. */
export const anything = fc.oneof(
	text,
	json,
	fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21),
	fc.constant({ ['__proto__']: { polluted: true } }),
	fc.constant(
		JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}'),
	),
	fc.constant([['deep']]),
);

/** Objects inside objects, `depth` times. */
export function deep(depth: number): unknown {
	let value: unknown = 'end';
	for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { inside: value };
	return value;
}

/** `npm run test:long` tries more, and bigger ones. */
const isLong = !!process.env.LONG;
export const RUNS = isLong ? 100 : 20;
export const MEGABYTES = isLong ? 20 : 4;
