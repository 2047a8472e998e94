import { randomUUID } from 'node:crypto';

/** Bytes. A larger file is hashed and forgotten. */
export const KEPT_FILE_SIZE = 5_000_000;

const KEPT_IN_ALL = 100_000_000;

interface KeptFile {
	bytes: Buffer;
	filename: string;
	mimetype: string;
}

/** Small uploaded files, kept in memory for the page until newer ones push them out. */
export class Previews {
	private readonly files = new Map<string, KeptFile>();

	private size = 0;

	/** @returns the id under which `/files/:id` shows the file */
	keep(bytes: Buffer, filename: string, mimetype: string): string {
		const id = randomUUID();
		this.files.set(id, { bytes, filename, mimetype });
		this.size += bytes.length;
		for (const [oldest, file] of this.files) {
			if (this.size <= KEPT_IN_ALL) break;
			this.files.delete(oldest);
			this.size -= file.bytes.length;
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
