import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { name, version } from '../../package.json';

/** What a person fills in before the first release. */
const PLACEHOLDERS: Array<[pattern: RegExp, fix: string]> = [
	[new RegExp(`${name}/${name}`), 'name the real repository'],
	[/@users\.noreply\.github\.com/, 'enter an address that the author reads'],
	[/not yet on npm/, 'say how to install it from npm'],
];

/**
 * @param files the texts of all files, by their paths
 * @param tag of the commit that is released
 * @returns what to correct before this version is published
 */
export function problemsOf(files: Record<string, string>, version: string, tag = `v${version}`) {
	const problems = Object.entries(files).flatMap(([file, text]) =>
		PLACEHOLDERS.filter(([pattern]) => pattern.test(text)).map(([, fix]) => `${file}: ${fix}`),
	);
	if (tag !== `v${version}`) problems.push(`package.json: has ${version}, but the tag is ${tag}`);
	if (!files['CHANGELOG.md'].includes(`\n## [${version}] - `))
		problems.push(`CHANGELOG.md: turn Unreleased into [${version}] with a date`);
	return problems;
}

if (require.main === module) {
	const cwd = path.join(__dirname, '../..');
	const paths = execFileSync('git', ['grep', '-lI', ''], { cwd }).toString().trim().split('\n');
	const texts = paths
		.filter((file) => !file.startsWith('tools/release/'))
		.map((file) => [file, readFileSync(path.join(cwd, file), 'utf8')]);
	const problems = problemsOf(Object.fromEntries(texts), version, process.argv[2]);
	for (const problem of problems) console.error(problem);
	process.exitCode = problems.length > 0 ? 1 : 0;
}
