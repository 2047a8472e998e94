import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../../../sandbox/n8n/folders';

const document = path.join(projectFolder, 'docs', 'scaling.md');

/** The measured parts of `docs/scaling.md`, each between `<!-- name -->` and `<!-- end of name -->`. */
export type Parts = Record<'machine' | 'throughput' | 'processor time' | 'sizing' | 'faults' | 'upload', string>;

/** @throws when the document has no place for a part */
export async function writeDocument(parts: Parts): Promise<void> {
	let text = await readFile(document, 'utf8');
	for (const [name, part] of Object.entries(parts)) {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
		const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
		if (from < begin.length || to < from) throw new Error(`docs/scaling.md has no place for "${name}".`);
		text = `${text.slice(0, from)}\n${part}\n${text.slice(to)}`;
	}
	await writeFile(document, text);
}
