import { npm } from '../../../rig/n8n/npm';
import { projectFolder } from '../../../rig/n8n/folders';

/** A plain version as numbers, for comparing; anything else (a beta, say) is none. */
const numbersOf = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

/** Whether `version` comes after `other`; both plain. */
export function isNewer(version: string, other: string): boolean {
	const [left, right] = [numbersOf(version) ?? [], numbersOf(other) ?? []];
	const differing = left.findIndex((number, index) => number !== right[index]);
	return differing >= 0 && left[differing] > right[differing];
}

/**
 * The versions of a package with this major number that are newer than the tested one.
 *
 * @returns newest first
 */
export async function newerVersions(name: string, tested: string): Promise<string[]> {
	const answer = await npm(['view', name, 'versions', '--json'], projectFolder);
	const [major] = tested.split('.');
	return (JSON.parse(answer) as string[])
		.filter((version) => version.startsWith(`${major}.`) && isNewer(version, tested))
		.sort((left, right) => (isNewer(left, right) ? -1 : 1));
}

/** The version that one gets without asking for one. */
export async function latestVersion(name: string): Promise<string> {
	return (await npm(['view', name, 'version'], projectFolder)).trim();
}
