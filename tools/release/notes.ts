import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';

const CHANGELOG = path.join(__dirname, '../../CHANGELOG.md');

/** The section of a version in CHANGELOG.md, without its heading. */
function changesIn(version: string): string {
	const sections = readFileSync(CHANGELOG, 'utf8').split(/^## /m);
	const section = sections.find((text) => text.startsWith(`[${version}]`));
	if (!section) throw new Error(`CHANGELOG.md has no ${version}`);
	// The last section ends with the URLs of the links.
	const [, ...lines] = section.replace(/^\[[^\]]*\]: .*$/gm, '').split('\n');
	return lines.join('\n').trim();
}

const [, , tarball] = process.argv;
// npm and n8n write a checksum like this. n8n compares it with the one in N8N_COMMUNITY_PACKAGES.
const checksum = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
console.log(`${changesIn(version)}

### Checksum

\`${path.basename(tarball)}\`, the same as on npm:

\`\`\`
${checksum}
\`\`\`
`);
