import { setTimeout as pause } from 'node:timers/promises';
import { BenchN8n } from '../rig/n8n';
import { medians, tryOnce, type Outcome, type Row } from '../rig/outcome';
import type { Service } from '../rig/service';
import { usageOf } from '../rig/usage';
import { sideBySide } from '../statistics';
import { blob, httpRequest, thisNode, type Uploader } from './candidates';
import { storeFile, type StoredFile } from './store';

/** One way to upload a file of one size. */
export type UploadsRow = Row<{ candidate: string; size: number }>;

/** Megabytes. */
export const SIZES = [1, 50, 300, 1024];
export const CANDIDATES = [thisNode, httpRequest, blob];

/** n8n keeps files on disk. */
export const STORE_ON_DISK = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

/** Uploads a file of each size from n8n's store, each time with an n8n that has just started. */
export async function measureUploads(
	service: Service,
	tell: (text: string) => void,
): Promise<UploadsRow[]> {
	const n8n = await BenchN8n.start(service.url, STORE_ON_DISK);
	try {
		const files: Array<[number, StoredFile]> = [];
		for (const size of SIZES) files.push([size, await storeFile(n8n, size)]);
		const small = files[0][1];
		const rows: UploadsRow[] = [];
		for (const [size, file] of files) {
			const measured = await sideBySide(CANDIDATES, 3, async (candidate) => {
				await n8n.restart();
				return await uploadOnce(n8n, service, { candidate, small, file, size });
			});
			for (const [{ name }, tries] of measured) {
				rows.push({ candidate: name, size, ...medians(tries) });
			}
			tell(`uploads: ${size} MB`);
		}
		return rows;
	} finally {
		await n8n.stop();
	}
}

interface Upload {
	candidate: Uploader;
	/** Goes first: what is loaded once only is not counted. */
	small: StoredFile;
	file: StoredFile;
	/** Megabytes of the file. */
	size: number;
}

/** Uploads a file once, all bytes of which must arrive. */
export async function uploadOnce(
	n8n: BenchN8n,
	service: Service,
	{ candidate, small, file, size }: Upload,
): Promise<Outcome> {
	const run = await n8n.publish({ nodes: [candidate.upload(service.url, n8n.credentials)] });
	await run({ file: small });
	await pause(2000);
	await service.begin({ latency: 0 });
	return await tryOnce(async () => {
		const usage = await usageOf(n8n.process.pid, async () => await run({ file }));
		const { received, bytes } = await service.tally();
		if (received === 1 && bytes >= size * 1024 * 1024) return usage;
		throw new Error(`${bytes} bytes arrived in ${received} requests`);
	});
}
