import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';

export const inProject = (...names: string[]) => path.join(projectFolder, ...names);

/** A page as people read it: without its code blocks. */
export const read = (file: string) =>
	readFileSync(inProject(file), 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');

/** README and its neighbours, the guides, and what stands beside the code. */
export const pages = ['.', 'docs', 'sandbox', 'bench', 'nodes/WhatsAppSender'].flatMap((folder) =>
	readdirSync(inProject(folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name)),
);

/** The pages for users that README lists. */
export const guides = [...read('README.md').matchAll(/^\| \[[^\]]+\]\((docs\/[^)#]+)\)/gm)].map(
	([, page]) => page,
);

/** What a page links to and shows: everything that is no web address. */
export function targetsOf(file: string): string[] {
	const text = read(file).replace(/`[^`\n]*`/g, '');
	const links = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)[)"]/g);
	return [...links].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
}
