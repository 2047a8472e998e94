import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../../../rig/n8n/folders';
import { npm } from '../../../rig/n8n/npm';
import { packCandidate } from '../candidate';
import { tryRules } from '../rule';
import { toolRules } from '../rules/tools.rules';
import { installTools, installVersions, testedVersions, toolsFolder } from '../tools/install';
import { tryNewestN8n } from './newestN8n';

/**
 * `npm run verify:latest`: what a user meets who has the newest n8n 2.x, and a reviewer with the
 * newest tools. It reports, and fails only where it could not look: what n8n publishes today is no
 * fault of the code.
 */
async function lookAhead(): Promise<void> {
	console.log("n8n's tools");
	await tryNewestTools();
	console.log('\nn8n 2.x');
	await tryNewestN8n();
}

lookAhead().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(`verify:latest could not look: ${error.message}`);
		process.exit(1);
	},
);

/** Tries the newest lint and scan of n8n, which every reviewer has, on the package. */
async function tryNewestTools(): Promise<void> {
	const tested = await testedVersions();
	const newest = { ...tested };
	for (const name of Object.keys(tested)) {
		newest[name] = (await npm(['view', name, 'version'], projectFolder)).trim();
		console.log(`  ${name} ${tested[name]} is tested, ${newest[name]} is the newest`);
	}
	if (Object.keys(tested).every((name) => newest[name] === tested[name])) return;

	const folder = await mkdtemp(path.join(tmpdir(), 'newest-tools-'));
	const candidate = await packCandidate();
	try {
		await installTools();
		await installVersions(folder, newest);
		const before = await lintRulesIn(toolsFolder);
		const added = (await lintRulesIn(folder)).filter((rule) => !before.includes(rule));
		console.log(`  New rules: ${added.join(', ') || 'none'}`);
		for (const { says, broken } of await tryRules(toolRules(folder), candidate)) {
			console.log([`  ${broken.length ? 'FAIL' : 'pass'}  ${says}`, ...broken].join('\n    '));
		}
	} finally {
		await candidate.discard();
		await rm(folder, { recursive: true, force: true });
	}
}

async function lintRulesIn(folder: string): Promise<string[]> {
	const plugin = 'node_modules/@n8n/eslint-plugin-community-nodes/dist/rules';
	return (await readdir(path.join(folder, plugin))).filter((file) => file.endsWith('.js'));
}
