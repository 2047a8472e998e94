import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packCandidate } from '../candidate';
import { tryRules } from '../rule';
import { lintRules } from '../rules/lint.rules';
import { installTools, installToolsInto, toolsFolder } from '../tools/install';
import { latestVersion } from './newest';

type Tell = (text: string) => void;

/**
 * Tries the newest lint and scan of n8n, which every reviewer has, on the package.
 *
 * @returns what came of it, line by line
 */
export async function tryNewestTools(tell: Tell): Promise<string[]> {
	const text = await readFile(path.join(toolsFolder, 'package.json'), 'utf8');
	const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
	const newest: Record<string, string> = {};
	for (const name of Object.keys(dependencies)) newest[name] = await latestVersion(name);
	const changed = Object.keys(newest).filter((name) => newest[name] !== dependencies[name]);
	if (changed.length === 0) return ["n8n's lint and scan are the newest ones"];

	const folder = await mkdtemp(path.join(tmpdir(), 'newest-tools-'));
	const candidate = await packCandidate();
	try {
		const versions = changed.map((name) => `${name} ${dependencies[name]} → ${newest[name]}`);
		tell(`Installing ${versions.join(', ')}`);
		await installTools(tell);
		await installToolsInto(folder, newest);
		const [before, after] = [await rulesIn(toolsFolder), await rulesIn(folder)];
		const added = after.filter((rule) => !before.includes(rule));
		const verdicts = await tryRules(lintRules(folder), candidate);
		return [
			...versions,
			`New rules: ${added.join(', ') || 'none'}`,
			...verdicts.flatMap(({ says, broken }) => [
				`${broken.length ? 'FAIL' : 'pass'}  ${says}`,
				...broken,
			]),
		];
	} finally {
		await candidate.discard();
		await rm(folder, { recursive: true, force: true });
	}
}

/** The names of the rules that the installed plugin has. */
async function rulesIn(folder: string): Promise<string[]> {
	const plugin = ['node_modules', '@n8n', 'eslint-plugin-community-nodes', 'dist', 'rules'];
	const files = await readdir(path.join(folder, ...plugin));
	return files.filter((file) => file.endsWith('.js')).map((file) => path.basename(file, '.js'));
}
