import { readFile, writeFile } from 'node:fs/promises';

/**
 * Puts figures into a page, between `<!-- name -->` and `<!-- end of name -->`. The text around
 * them is written by hand and has none.
 *
 * @throws where the page has no such place
 */
export async function insertFigures(page: string, figures: Record<string, string>): Promise<void> {
	let text = await readFile(page, 'utf8');
	for (const [name, markdown] of Object.entries(figures)) {
		const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
		const [from, to] = [text.indexOf(begin), text.indexOf(end)];
		if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
		text = `${text.slice(0, from)}${begin}\n${markdown}\n${text.slice(to)}`;
	}
	await writeFile(page, text);
}
