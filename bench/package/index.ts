import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { lineFolder, projectFolder } from '../../rig/n8n/folders';
import { node24 } from '../../rig/n8n/node24';
import { npm } from '../../rig/n8n/npm';
import { median, sideBySide } from '../statistics';

export interface PackageFigures {
	/** Milliseconds to load node and credential, and n8n's own HTTP Request node; medians. */
	load: number;
	loadOfHttpRequest: number;
	/** Bytes. */
	packed: number;
	unpacked: number;
	files: number;
}

const OURS = [
	'nodes/WhatsAppSender/WhatsAppSender.node.js',
	'credentials/WhatsAppSenderApi.credentials.js',
];
const OF_N8N = ['HttpRequest/HttpRequest.node.js'];

/** The package as `npm pack` makes it, and what loading it takes, each time in a new process. */
export async function measurePackage(): Promise<PackageFigures> {
	const args = ['pack', '--json', '--dry-run', '--ignore-scripts'];
	const [{ size, unpackedSize, entryCount }] = JSON.parse(await npm(args, projectFolder)) as Array<{
		size: number;
		unpackedSize: number;
		entryCount: number;
	}>;
	const nodesOfN8n = path.join(lineFolder('2.x'), 'node_modules/n8n-nodes-base/dist/nodes');
	const ours = OURS.map((file) => path.join(projectFolder, 'dist', file));
	const theirs = OF_N8N.map((file) => path.join(nodesOfN8n, file));
	const [[, load], [, loadOfHttpRequest]] = await sideBySide([ours, theirs], 15, loadOnce);
	return {
		load: median(load),
		loadOfHttpRequest: median(loadOfHttpRequest),
		packed: size,
		unpacked: unpackedSize,
		files: entryCount,
	};
}

async function loadOnce(modules: string[]): Promise<number> {
	const script = path.join(__dirname, 'loadOnce.js');
	return Number((await promisify(execFile)(node24(), [script, ...modules])).stdout);
}
