import { setTimeout as pause } from 'node:timers/promises';
import { BenchN8n } from '../n8n';
import { atMost, count, duration, megabytes, type Target } from '../page';
import type { Service } from '../service/service';
import { sideBySide } from '../sideBySide';
import { usageOf, type Usage } from '../usage';
import { storeFile, type StoredFile } from './storedFile';
import { httpRequest, thisNode, type Uploader } from './uploaders';

/** n8n keeps files on disk. */
export const STORE_ON_DISK = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

/** Megabytes: before the measured upload there is one, by which V8 knows how much memory that takes. */
const [SIZE, BEFORE] = [300, 100];

/** Uploads a large file from n8n's store, each time with an n8n that has just started. */
export async function measureUploads(service: Service): Promise<Target[]> {
	const n8n = await BenchN8n.start(service.url, STORE_ON_DISK);
	try {
		const [before, file] = [await storeFile(n8n, BEFORE), await storeFile(n8n, SIZE)];
		const [ours, theirs] = await sideBySide([thisNode, httpRequest], 3, async (uploader) => {
			await n8n.restart();
			return await uploadOnce(n8n, service, { uploader, before, file, size: SIZE });
		});
		const grown = `${megabytes(ours.growth)} and ${megabytes(theirs.growth)}`;
		const times = `${duration(ours.time)} and ${duration(theirs.time)}`;
		const what = `Upload of ${count(SIZE)} MB:`;
		return [
			atMost(
				`${what} growth of memory ÷ the HTTP Request node's (${grown})`,
				0.4,
				ours.growth / theirs.growth,
			),
			atMost(`${what} time ÷ the HTTP Request node's (${times})`, 1, ours.time / theirs.time),
		];
	} finally {
		await n8n.stop();
	}
}

interface Upload {
	uploader: Uploader;
	/** Is uploaded first: what is loaded once only is not counted. */
	before: StoredFile;
	file: StoredFile;
	/** Megabytes of the file. */
	size: number;
}

/**
 * Uploads a file once.
 *
 * @throws where not all of its bytes arrived
 */
export async function uploadOnce(
	n8n: BenchN8n,
	service: Service,
	{ uploader, before, file, size }: Upload,
): Promise<Usage> {
	const run = await n8n.publish({ nodes: [uploader(n8n.access)] });
	await run({ file: before });
	await pause(2000);
	await service.begin(0);
	const usage = await usageOf(n8n.process.pid, async () => await run({ file }));
	const { received, bytes } = await service.tally();
	if (received === 1 && bytes >= size * 1024 * 1024) return usage;
	throw new Error(`${bytes} bytes arrived in ${received} requests`);
}
