import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
// Loaded before RegExp is replaced, because they compare it.
import 'n8n-workflow';
import 'libphonenumber-js/max';
import { testGrowth } from './growth';

const ROOT = path.join(__dirname, '../..');
const FILES = execFileSync('git', ['ls-files', 'nodes/*.ts', 'credentials/*.ts'], { cwd: ROOT })
	.toString()
	.trim()
	.split('\n')
	.map((file) => path.join(ROOT, file));

const BY_AUTHOR = "an expression, by the workflow's author";
const PHONE = 'a phone of 64 characters: LONGEST_LINE';

/** Expressions that take a polynomial time, and what limits the length of their text. */
const LIMITED: Array<[expression: RegExp, limit: string]> = [
	[/\{\{.*?\}\}/gs, BY_AUTHOR],
	[/\{\{.+?\}\}/gs, BY_AUTHOR],
	[/^[.\s]+|[.\s]+$/g, 'the name of a file of 80 characters: LONGEST_FILE_NAME'],
	[/\d\D*[([{]\s*\d+\s*[)\]}]?\s*$|^[^.]*\.0+$/, PHONE],
	[/^(\d*)[\s([{./-]*[([{]([^)\]}]+)[)\]}]\D*\d/, PHONE],
];

/** What recheck has judged before. The test judges other expressions, and adds them. */
const JUDGED = path.join(__dirname, 'regularExpressions.json');

/** All regular expressions of the node: those in its source, and those that it makes when it is loaded. */
function expressionsOfNode(): Map<string, RegExp> {
	const found = new Map<string, RegExp>();
	for (const file of FILES) {
		const visit = (node: ts.Node): void => {
			node.forEachChild(visit);
			if (!ts.isRegularExpressionLiteral(node)) return;
			const end = node.text.lastIndexOf('/');
			found.set(node.text, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
		};
		visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	}
	const { RegExp: original } = globalThis;
	globalThis.RegExp = new Proxy(original, {
		construct(target, args, newTarget) {
			const made = Reflect.construct(target, args, newTarget) as RegExp;
			const caller = new Error().stack?.split('\n')[2] ?? '';
			if (FILES.some((file) => caller.includes(file))) found.set(String(made), made);
			return made;
		},
	});
	for (const file of FILES) jest.requireActual(file);
	globalThis.RegExp = original;
	return found;
}

/**
 * Only the number of steps counts, so that a slow machine gives the same result: linear expressions need fewer. One
 * that is not judged in time is measured. The long form takes more time.
 */
async function judge({ source, flags }: RegExp): Promise<string> {
	process.env.RECHECK_BACKEND = 'pure';
	const { check } = await import('recheck');
	const limits = { attackLimit: 1e8, attackTimeout: null, incubationTimeout: null };
	const timeout = process.env.LONG ? 300_000 : 10_000;
	const result = await check(source, flags, { ...limits, timeout });
	if (result.status === 'unknown') return 'undecided';
	return result.status === 'safe' ? 'linear' : result.complexity.type;
}

const all = expressionsOfNode();
const sources = [...all.values()].map(({ source }) => source).sort((a, b) => b.length - a.length);
/** Whether it only joins other expressions, which are judged on their own. */
const isJoined = ({ source }: RegExp) =>
	/^\|+$/.test(
		sources.reduce((rest, one) => (one === source ? rest : rest.replace(one, '')), source),
	);

const texts = [...all.keys()].filter((text) => !isJoined(all.get(text) as RegExp)).sort();
const before = JSON.parse(readFileSync(JUDGED, 'utf8')) as Record<string, string>;
const verdicts = Object.fromEntries(
	texts.flatMap((text) => (before[text] ? [[text, before[text]]] : [])),
);
const judgedAs = (verdict: string) => texts.filter((text) => verdicts[text] === verdict);

test('No regular expression takes an exponential time, or a polynomial one for a long text', async () => {
	for (const [text, expression] of all) {
		if (verdicts[text] || !texts.includes(text)) continue;
		verdicts[text] = await judge(expression);
		writeFileSync(JUDGED, `${JSON.stringify(verdicts, [...texts], '\t')}\n`);
	}
	expect(judgedAs('exponential')).toEqual([]);
	expect(judgedAs('polynomial')).toEqual(LIMITED.map(([limited]) => String(limited)).sort());
}, 3_600_000);

for (const text of judgedAs('undecided')) {
	// A part of one sign or two, as they stand in the expression.
	const parts = [text, text.replaceAll('\\', '')].flatMap((written) =>
		Array.from(written, (sign, at) => [sign, written.slice(at, at + 2)]).flat(),
	);
	// Most expressions do not match the end.
	const match = (long: string) => `${long}\0`.match(all.get(text) ?? /$/);
	testGrowth(`A text for ${text.replaceAll('%', '%%')}`, [...new Set(parts)], match, 20_000);
}
