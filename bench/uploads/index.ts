import { setTimeout as pause } from 'node:timers/promises';
import { BenchN8n } from '../instruments/n8n';
import { medians, tryOnce, type Outcome, type Row } from '../instruments/outcome';
import type { Service } from '../instruments/service';
import { usageOf } from '../instruments/usage';
import { sideBySide } from '../statistics';
import { blob, httpRequest, thisNode, type Uploader } from './candidates';
import { storeFile, type StoredFile } from './store';

/** One way to upload a file of one size. */
export type UploadsRow = Row<{ candidate: string; size: number }>;

/** Megabytes. */
export const SIZES = [1, 50, 300, 1024];
export const CANDIDATES = [thisNode, httpRequest, blob];

/** A file that an n8n has uploaded before: by then V8 knows how much memory an upload takes. */
const BEFORE = 100;
/** What an upload adds that has nothing like it before. */
export const FIRST_UPLOAD = { ...thisNode, name: 'this node, the first upload since n8n began' };
export const FIRST_AT = 300;

/** n8n keeps files on disk. */
export const STORE_ON_DISK = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

/** Uploads a file of each size from n8n's store, each time with an n8n that has just started. */
export async function measureUploads(
	service: Service,
	tell: (text: string) => void,
): Promise<UploadsRow[]> {
	const n8n = await BenchN8n.start(service.url, STORE_ON_DISK);
	try {
		const files = new Map<number, StoredFile>();
		for (const size of [...SIZES, BEFORE]) files.set(size, await storeFile(n8n, size));
		const rows: UploadsRow[] = [];
		for (const size of SIZES) {
			const candidates = size === FIRST_AT ? [...CANDIDATES, FIRST_UPLOAD] : CANDIDATES;
			const measured = await sideBySide(candidates, 3, async (candidate) => {
				await n8n.restart();
				const before = files.get(candidate === FIRST_UPLOAD ? SIZES[0] : BEFORE)!;
				return await uploadOnce(n8n, service, { candidate, before, file: files.get(size)!, size });
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
	/** Is uploaded first: what is loaded once only is not counted. */
	before: StoredFile;
	file: StoredFile;
	/** Megabytes of the file. */
	size: number;
}

/** Uploads a file once, all bytes of which must arrive. */
export async function uploadOnce(
	n8n: BenchN8n,
	service: Service,
	{ candidate, before, file, size }: Upload,
): Promise<Outcome> {
	const run = await n8n.publish({ nodes: [candidate.upload(service.url, n8n.credentials)] });
	await run({ file: before });
	await pause(2000);
	await service.begin({ latency: 0 });
	return await tryOnce(async () => {
		const usage = await usageOf(n8n.process.pid, async () => await run({ file }));
		const { received, bytes } = await service.tally();
		if (received === 1 && bytes >= size * 1024 * 1024) return usage;
		throw new Error(`${bytes} bytes arrived in ${received} requests`);
	});
}
