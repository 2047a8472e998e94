import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { name } from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { checksumOf, versionOf } from './rebuild';

/**
 * Lines that install a tarball in n8n 2.21 and later, and no other one: n8n compares the checksum with npm's. For a
 * file of environment variables, so without quotes.
 */
export async function environmentFor(tarball: string): Promise<string> {
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
export async function releaseNotes(tarball: string): Promise<string> {
	const version = await versionOf(tarball);
	const changelog = await readFile(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	return `${changesIn(version, changelog)}

### Checksum

\`${path.basename(tarball)}\`, the same as on npm:

\`\`\`
${await checksumOf(tarball)}
\`\`\`

To build it again and compare: \`npm run reproduce -- ${version}\`

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
