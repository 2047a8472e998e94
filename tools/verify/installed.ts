import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { N8nLine } from '../../rig/n8n/folders';
import { npm } from '../../rig/n8n/npm';
import { startRig, type Rig } from '../../rig/startRig';
import type { Manifest } from './candidate';

interface Loaded {
	name: string;
	[more: string]: unknown;
}

/** A running n8n into which the package was installed. */
export interface Installed {
	packageName: string;
	/** e.g. `n8n-nodes-whatsapp-sender.whatsAppSender` */
	nodeType: string;
	/** The files of the package before and after n8n's `npm install` in it. */
	before: string[];
	after: string[];
	typeNamed(name: string): Promise<Loaded | undefined>;
	credentialNamed(name: string): Promise<Loaded | undefined>;
	get(urlPath: string): Promise<{ status: number; type: string; text: string }>;
	/** Everything that n8n has printed. */
	printed(): string;
}

/** The arguments that n8n gives to npm in the folder of a community package (both lines). */
const INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

/** An n8n of this line that is started when it is first asked for. */
export function withInstalled(line: N8nLine) {
	let starting: Promise<Installed> | undefined;
	let rig: Rig | undefined;

	async function start({ name }: Manifest): Promise<Installed> {
		let before: string[] = [];
		let after: string[] = [];
		const prepare = async (folder: string) => {
			before = await filesOf(folder);
			await npm(INSTALL, folder);
			after = await filesOf(folder);
		};
		rig = await startRig({ line, prepare });
		const { api, n8n } = rig;
		const types: Loaded[] = await api.nodeTypes();
		const credentials: Loaded[] = await api.client.request('GET', '/types/credentials.json');
		return {
			packageName: name,
			nodeType: `${name}.whatsAppSender`,
			before,
			after,
			typeNamed: async (wanted) => types.find((type) => type.name === wanted),
			credentialNamed: async (wanted) => credentials.find((type) => type.name === wanted),
			async get(urlPath) {
				const { status, headers, body } = await api.client.send('GET', urlPath);
				const type = headers.get('content-type') ?? '';
				return { status, type, text: typeof body === 'string' ? body : JSON.stringify(body) };
			},
			printed: n8n.output,
		};
	}

	return {
		get: async (manifest: Manifest) => await (starting ??= start(manifest)),
		async stop() {
			await rig?.stop();
		},
	};
}

async function filesOf(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
}
