import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';

export const inProject = (...names: string[]) => path.join(projectFolder, ...names);

/** The text of a page, without its code blocks. */
export const read = (file: string) =>
	readFileSync(inProject(file), 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');

/** README and the pages beside it, the guides, and the pages beside the code. */
export const pages = ['.', 'docs', 'sandbox', 'bench', 'nodes/WhatsAppSender'].flatMap((folder) =>
	readdirSync(inProject(folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name)),
);

/** The pages for users that README lists. */
export const guides = [...read('README.md').matchAll(/^- \[[^\]]+\]\((docs\/[^)#]+)\)/gm)].map(
	([, page]) => page,
);

/** The files that a page links or shows. */
export function targetsOf(file: string): string[] {
	const text = read(file).replace(/`[^`\n]*`/g, '');
	const links = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)[)"]/g);
	return [...links].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
}
