import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { name } from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';

/** A file's SHA-512 as npm and n8n write it, `sha512-…`. */
async function checksumOf(tarball: string): Promise<string> {
	const hash = createHash('sha512').update(await readFile(tarball));
	return `sha512-${hash.digest('base64')}`;
}

async function versionOf(tarball: string): Promise<string> {
	const args = ['-xOzf', tarball, 'package/package.json'];
	const { stdout } = await promisify(execFile)('tar', args);
	return JSON.parse(stdout).version;
}

/**
 * Lines that install a tarball in n8n 2.21 and later, and no other one: n8n compares the checksum with npm's. For a
 * file of environment variables, so without quotes.
 */
async function environmentFor(tarball: string): Promise<string> {
	const entry = { name, version: await versionOf(tarball), checksum: await checksumOf(tarball) };
	return `N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true
N8N_COMMUNITY_PACKAGES=${JSON.stringify([entry])}`;
}

/** What CHANGELOG.md says of a version, without its heading. */
export function changesIn(version: string, changelog: string): string {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	if (!section) throw new Error(`CHANGELOG.md has no ${version}`);
	// The last section ends with the addresses of the links.
	const [, ...lines] = section.replace(/^\[[^\]]*\]: .*$/gm, '').split('\n');
	return lines.join('\n').trim();
}

/** What the release on GitHub says of a tarball. */
async function releaseNotes(tarball: string): Promise<string> {
	const version = await versionOf(tarball);
	const changelog = await readFile(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	return `${changesIn(version, changelog)}

### Checksum

\`${path.basename(tarball)}\`, the same as on npm:

\`\`\`
${await checksumOf(tarball)}
\`\`\`

### Install by environment

n8n 2.21 and later install exactly this file with:

\`\`\`
${await environmentFor(tarball)}
\`\`\`

In a shell, put the second value in single quotes. Add your other community packages to the list: n8n removes those
that it does not name.
`;
}

if (require.main === module) void releaseNotes(process.argv[2]).then(console.log);
