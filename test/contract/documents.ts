import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../rig/n8n/folders';

/** A text that people read, without its code blocks. */
export function read(file: string): string {
	const text = readFileSync(path.join(projectFolder, file), 'utf8');
	return text.replace(/^ *```[^]*?^ *```$/gm, '');
}

const documentsIn = (folder: string) =>
	readdirSync(path.join(projectFolder, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name));

/** README and its neighbours, and the guides. */
export const documents = [...documentsIn('.'), ...documentsIn('docs')];

/** What a document links to and shows: everything that is no web address. */
export function relativeTargets(file: string): string[] {
	const text = read(file).replace(/`[^`\n]*`/g, '');
	const links = text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)[)"]/g);
	return [...links].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** Whether a target is there: a file, and in it the heading that is meant. */
export function resolves(file: string, target: string): boolean {
	const [to, anchor] = target.split('#');
	const found = to ? path.posix.join(path.posix.dirname(file), to) : file;
	if (!existsSync(path.join(projectFolder, found))) return false;
	return !anchor || anchorsIn(found).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsIn(file: string): string[] {
	return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/ /g, '-'),
	);
}

interface Workflow {
	name: string;
	nodes: Array<{ type: string; name: string; parameters: { content?: string } }>;
}

/** The examples: file and name. */
export const examples = readdirSync(path.join(projectFolder, 'examples')).map((name) => {
	const file = `examples/${name}`;
	const workflow = JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8')) as Workflow;
	return { file, ...workflow };
});
