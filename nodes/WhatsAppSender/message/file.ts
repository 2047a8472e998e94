import { BINARY_ENCODING, type IBinaryData, type INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { asText, isEmptyValue, kindOf, oneLine, quote } from '../values/text';
import type { Item } from './item';
import { fileName } from './options';

/** The node reads stored files in pieces of this size: memory stays flat, without many small writes. */
const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file. The node may read them several times. */
interface Bytes {
	size: number;
	open(): Iterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** A file that is read while it is sent: n8n's HTTP layer reads the `size` and the `stream()` of a `File` in a form. */
export class UploadedFile extends File {
	/** Whether reading it failed during the request. */
	isUnreadable = false;
	#pieces?: AsyncGenerator<Uint8Array>;
	readonly #content: Bytes;

	constructor(name: string, type: string, content: Bytes) {
		super([], name, { type });
		this.#content = content;
		Object.defineProperty(this, 'size', { value: content.size });
	}

	override stream(): ReturnType<File['stream']> {
		this.#pieces = this.pieces();
		return ReadableStream.from(this.#pieces) as ReturnType<File['stream']>;
	}

	/** Closes the file, because n8n does not if the request ends early. */
	close(): void {
		this.#pieces?.return(undefined).catch(() => {});
	}

	private async *pieces(): AsyncGenerator<Uint8Array> {
		try {
			for await (const piece of await this.#content.open()) yield piece;
		} catch (error) {
			// n8n's lint forbids rethrowing a caught error itself.
			throw this.markUnreadable(error);
		}
	}

	private markUnreadable(error: unknown): unknown {
		this.isUnreadable = true;
		return error;
	}
}

/**
 * The file of an input item. A stored file has an `id` and is read while it is sent; any other is in memory.
 *
 * @param field name of the item's binary field, or the binary object itself
 * @throws InputError if the item has no such file, it is empty, or n8n cannot read it
 */
export async function fileOf(item: Item, field: unknown): Promise<UploadedFile> {
	const binary = binaryOf(item, field);
	const name = safeFileName([item.option(fileName), binary.fileName], binary.fileExtension);
	const content = binary.id
		? await storedContent(item, binary.id, name)
		: memoryContent(binary.data);
	if (content.size === 0) {
		throw new InputError(
			`The file ${quote(name)} is empty: upload it again, or check the node that returns it`,
		);
	}
	return new UploadedFile(name, binary.mimeType || 'application/octet-stream', content);
}

function memoryContent(data: string): Bytes {
	const bytes = Buffer.from(data, BINARY_ENCODING);
	return { size: bytes.length, open: () => [bytes] };
}

async function storedContent({ helpers }: Item, id: string, name: string): Promise<Bytes> {
	const open = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	try {
		const { fileSize } = await helpers.getBinaryMetadata(id);
		// Checks before the message is sent that the file still exists.
		for await (const piece of await open()) if (piece) break;
		return { size: fileSize, open };
	} catch {
		// n8n's own message contains the path of its storage.
		throw missingFile(name);
	}
}

const missingFile = (name: string) =>
	new InputError(
		`The file ${quote(name)} is no longer in n8n's storage, so its message was not sent: run the workflow again from the node that returns it`,
	);

function binaryOf(item: Item, field: unknown): IBinaryData {
	try {
		const binary = item.binary(asText(field)?.trim() ?? (field as IBinaryData));
		// n8n takes the name `toString` for a field of the item.
		if (typeof (binary.id ?? binary.data) === 'string') return binary;
	} catch {
		// n8n's own error does not list the item's files.
	}
	const files = filesOf(item.input);
	const other = asText(field) === undefined && `is ${kindOf(field)}, not a file`;
	const problem = isEmptyValue(field) ? 'is empty' : other || `${quote(field)} contains no file`;
	const names = files.map(([name]) => quote(name)).join(' or ');
	const fix = names
		? `: enter ${oneLine(names, 200)}`
		: ', and this item has no file: add a node that returns one, e.g. an n8n Form Trigger with a file field, or Read/Write Files from Disk';
	throw new InputError(`Input Data Field Name ${problem}${fix}`);
}

/** n8n can keep files in the JSON. */
const filesOf = ({ json, binary }: INodeExecutionData) =>
	Object.entries({ ...json, ...binary } as Record<string, IBinaryData | null>).filter(
		(entry): entry is [string, IBinaryData] => typeof entry[1]?.mimeType === 'string',
	);

/** In characters of at most 3 bytes, because file systems allow 255 bytes. A longer name loses its beginning. */
const LONGEST_FILE_NAME = 80;
/** An extension has one case and a letter. `Contract J.Smith` and `report 2026.12.01` have no extension. */
const EXTENSION = /\.(?=\d*[a-z])[a-z\d]{2,5}$|\.(?=\d*[A-Z])[A-Z\d]{2,5}$/;

/**
 * A safe base name for an uploaded file, without folders and invisible characters.
 *
 * @param names the user's name and the file's own; the first that is not empty is used
 * @param extension of the file, for a name without one
 */
export function safeFileName(names: unknown[], extension?: unknown): string {
	const name = names.map((one) => baseName(asText(one) ?? '')).find(Boolean) ?? 'file';
	const own = /^\.?([a-z\d]{1,10})$/i.exec(asText(extension) ?? '')?.[1];
	if (!own || EXTENSION.test(name)) return name;
	return name.toLowerCase().endsWith(`.${own.toLowerCase()}`) ? name : `${name}.${own}`;
}

const baseName = (path: string): string =>
	path
		.slice(-LONGEST_FILE_NAME)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
		.replace(/^.*[/\\]/, '')
		.replace(/["<>|:*?]/g, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');
