import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { name, version } from '../../package.json';

const CHANGELOG = path.join(__dirname, '../../CHANGELOG.md');

/** The section of a version in CHANGELOG.md, without its heading. */
function changesIn(version: string, changelog: string): string {
	const sections = changelog.split(/^## /m).slice(1);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	if (!section) throw new Error(`CHANGELOG.md has no ${version}`);
	// The last section ends with the URLs of the links.
	const [, ...lines] = section.replace(/^\[[^\]]*\]: .*$/gm, '').split('\n');
	return lines.join('\n').trim();
}

/**
 * The notes of the release on GitHub. The lines for the environment install exactly this tarball, because n8n compares
 * the checksum. They are for a file of variables, so without quotes.
 */
function releaseNotes(tarball: string): string {
	// As npm and n8n write it.
	const checksum = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
	return `${changesIn(version, readFileSync(CHANGELOG, 'utf8'))}

### Checksum

\`${path.basename(tarball)}\`, the same as on npm:

\`\`\`
${checksum}
\`\`\`

### Install by environment

n8n 2.21 and later install exactly this file with:

\`\`\`
N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV=true
N8N_COMMUNITY_PACKAGES=${JSON.stringify([{ name, version, checksum }])}
\`\`\`

In a shell, put the second value in single quotes. Add your other community packages to the list: n8n removes those
that it does not name.
`;
}

console.log(releaseNotes(process.argv[2]));
