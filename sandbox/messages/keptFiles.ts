import { randomUUID } from 'node:crypto';

/** Bytes. Larger files are hashed but not kept. */
export const KEPT_FILE_SIZE = 5_000_000;

const KEPT_IN_ALL = 100_000_000;

interface KeptFile {
	bytes: Buffer;
	filename: string;
	mimetype: string;
}

/** Small uploads, kept in memory for the page until newer ones replace them. */
export class KeptFiles {
	private readonly files = new Map<string, KeptFile>();

	private size = 0;

	/** @returns the id for `/files/:id` */
	keep(file: KeptFile): string {
		const id = randomUUID();
		this.files.set(id, file);
		this.size += file.bytes.length;
		for (const [oldest, { bytes }] of this.files) {
			if (this.size <= KEPT_IN_ALL) break;
			this.files.delete(oldest);
			this.size -= bytes.length;
		}
		return id;
	}

	get(id: string): KeptFile | undefined {
		return this.files.get(id);
	}

	clear(): void {
		this.files.clear();
		this.size = 0;
	}
}
