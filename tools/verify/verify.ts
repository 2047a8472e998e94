import { packCandidate } from './candidate';
import { type RuleGroup, tryRules, type Verdict } from './rule';
import { documentationRules } from './rules/documentation.rules';
import { n8nRules } from './rules/n8n.rules';
import { newerRules } from './rules/newer.rules';
import { packageRules } from './rules/package.rules';
import { assistantRules, toolRules } from './rules/tools.rules';
import { installTools } from './tools/install';

/** What no machine without the accounts can find out; a maintainer looks before submitting. */
const BY_HAND = [
	'The repository is public, and its GitHub owner is the npm package’s maintainer',
	'The published version shows "Provenance" on its npm page (publish.yml asks for it)',
	'The node is no variation of one that n8n has; it has no logic or flow control',
];

/**
 * `npm run verify`: the built package against every rule of n8n's verified programme.
 * Ends with a table, one line a rule, and with a failing exit code where one is broken.
 */
async function verify(): Promise<boolean> {
	await installTools();
	const candidate = await packCandidate();
	const lines = [n8nRules('2.x'), n8nRules('1.x')];
	const groups = [packageRules, newerRules, assistantRules, documentationRules, toolRules()];
	const verdicts: Verdict[] = [];
	const tryGroup = async (group: RuleGroup) => {
		console.log(`  ${group.title}`);
		verdicts.push(...(await tryRules(group, candidate)));
	};
	try {
		for (const group of groups) await tryGroup(group);
		// One n8n at a time: a second one would slow both down.
		for (const line of lines) {
			await tryGroup(line);
			await line.stop();
		}
		console.log(tableOf(verdicts));
		console.log(`\nTo be looked at by hand:\n${BY_HAND.map((line) => `  - ${line}`).join('\n')}`);
		return verdicts.every(({ broken }) => broken.length === 0);
	} finally {
		await Promise.all(lines.map(async (line) => await line.stop()));
		await candidate.discard();
	}
}

verify().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: Error) => {
		console.error(`verify could not run: ${error.message}`);
		process.exit(1);
	},
);

/** The table at the end: one line a rule, what broke it below. */
function tableOf(verdicts: Verdict[]): string {
	const width = Math.max(...verdicts.map(({ says }) => says.length));
	const lines: string[] = [];
	let group = '';
	for (const { group: title, says, broken, seconds } of verdicts) {
		if (title !== group) lines.push('', title);
		group = title;
		const slow = seconds >= 1 ? `${seconds.toFixed(0)} s`.padStart(6) : '';
		const line = `  ${broken.length ? 'FAIL' : 'pass'}  ${says.padEnd(width)} ${slow}`;
		lines.push(line.trimEnd(), ...broken.map((problem) => `        - ${indented(problem)}`));
	}
	const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
	lines.push('', `${verdicts.length - failed} passed, ${failed} failed`);
	return lines.join('\n');
}

const indented = (text: string) => text.trimEnd().replaceAll('\n', '\n          ');
