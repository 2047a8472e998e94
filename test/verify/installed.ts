import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from '../../sandbox/n8n/api';
import { demoOwner } from '../../sandbox/n8n/demo';
import type { N8nLine } from '../../sandbox/n8n/folders';
import { installN8n } from '../../sandbox/n8n/install';
import { npm } from '../../sandbox/n8n/npm';
import { placePackage } from '../../sandbox/n8n/place-package';
import { startN8n, type N8nProcess } from '../../sandbox/n8n/process';
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
	get(urlPath: string): Promise<{ status: number; text: string }>;
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
	let n8n: N8nProcess | undefined;
	let userFolder: string | undefined;

	async function start({ name }: Manifest): Promise<Installed> {
		userFolder = await mkdtemp(path.join(tmpdir(), 'verify-n8n-'));
		await installN8n(line, ({ text }) => console.log(`  n8n ${line}: ${text}`));
		const folder = await placePackage(userFolder);
		const before = await filesOf(folder);
		await npm(INSTALL, folder);
		const after = await filesOf(folder);

		n8n = await startN8n({ line, userFolder });
		const { url, output } = n8n;
		const api = new N8nApi(url);
		await api.setupOwner(demoOwner);
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
				const { status, body } = await api.client.send('GET', urlPath);
				return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
			},
			printed: output,
		};
	}

	return {
		get: async (manifest: Manifest) => await (starting ??= start(manifest)),
		async stop() {
			await n8n?.stop();
			if (userFolder) await rm(userFolder, { recursive: true, force: true });
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
