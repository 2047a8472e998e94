import { BINARY_ENCODING, type IBinaryData } from 'n8n-workflow';
import { InputError } from '../errors/errors';
import { asText, quoted } from '../values/checks';
import type { Item } from './item';

/** A piece of the file as it is read: 256 kB keep memory flat without many small writes. */
const CHUNK_BYTES = 256 * 1024;
/** Bytes of a name that common file systems take. */
const LONGEST_NAME = 200;
/** As much of a path as is looked at, from its end: no real one is longer. */
const LONGEST_PATH = 4096;

/** A file as a part of a form. */
export interface UploadFile extends File {
	/** Whether it turned out, while it was sent, that it cannot be read. */
	isUnreadable?: boolean;
}

/**
 * A file in n8n's binary store, read piece by piece while it is sent. `FormData` keeps a `File`
 * unchanged, and n8n's HTTP layer takes the length from `size` and the bytes from `stream()`.
 */
class StoredFile extends File implements UploadFile {
	isUnreadable = false;
	readonly #open: () => Promise<AsyncIterable<Uint8Array>>;

	constructor(
		name: string,
		type: string,
		size: number,
		open: () => Promise<AsyncIterable<Uint8Array>>,
	) {
		super([], name, { type });
		this.#open = open;
		Object.defineProperty(this, 'size', { value: size });
	}

	override stream(): ReturnType<File['stream']> {
		return ReadableStream.from(this.pieces()) as ReturnType<File['stream']>;
	}

	private async *pieces(): AsyncGenerator<Uint8Array> {
		try {
			yield* await this.#open();
		} catch (error) {
			throw this.unreadable(error);
		}
	}

	private unreadable(error: unknown): unknown {
		this.isUnreadable = true;
		return error;
	}
}

/**
 * A text as a part of a form. n8n's HTTP layer writes every line break of a plain field as CRLF;
 * a nameless file is sent byte for byte, and without a file name it is a field to the receiver.
 */
export function textPart(text: string): string | File {
	return /[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain;charset=utf-8' }) : text;
}

/**
 * The file of an input item, as a part of a form. A stored file is not read before it is sent; one
 * without an id is in memory already.
 *
 * @param field name of the item's binary field, or the binary object itself
 * @param enteredName the user's name for the file; its own where empty
 * @throws InputError where the item has no such file, or n8n cannot read it
 */
export async function fileOf(
	item: Item,
	field: string | IBinaryData,
	enteredName: unknown,
): Promise<UploadFile> {
	const binary = binaryOf(item, field);
	const name = safeFileName([enteredName, binary.fileName], binary.fileExtension);
	const type = binary.mimeType || 'application/octet-stream';
	const { id } = binary;
	if (!id) return new File([Buffer.from(binary.data, BINARY_ENCODING)], name, { type });
	const open = async () => await item.helpers.getBinaryStream(id, CHUNK_BYTES);
	try {
		const { fileSize } = await item.helpers.getBinaryMetadata(id);
		await readFirstPiece(open);
		return new StoredFile(name, type, fileSize, open);
	} catch {
		// n8n's own message has the path of its store in it.
		throw gone(name);
	}
}

const gone = (name: string) =>
	new InputError(
		`The file ${quoted(name)} is no longer in n8n's storage, so its message was not sent: run the workflow again from the node that returns it`,
	);

/** Finds a file that is gone before its message is sent. */
async function readFirstPiece(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
	for await (const piece of await open()) if (piece) return;
}

function binaryOf(item: Item, field: string | IBinaryData): IBinaryData {
	let binary: IBinaryData | undefined;
	try {
		binary = item.binary(field);
	} catch {
		// n8n's own message says less about what to do.
	}
	if (binary) return binary;
	const where = typeof field === 'string' ? ` in ${quoted(field)}` : '';
	throw new InputError(
		`This item has no file${where}. Set Input Data Field Name to the input field that holds it, or add a node before this one that returns a file`,
	);
}

/**
 * A safe base name for an uploaded file: no folders, no control or invisible characters, nothing
 * that hides the file, at most 200 bytes of UTF-8 with the extension kept.
 *
 * @param wanted the user's name or the file's own, in this order; the first with something left wins
 * @param extension of the file's type, without the dot, for a file that has no name at all
 */
export function safeFileName(wanted: unknown[], extension = ''): string {
	const names = wanted.map((name) => baseName(asText(name) ?? ''));
	const name = names.find((candidate) => candidate !== '');
	return shortened(name ?? (/^[a-z\d]{1,10}$/i.test(extension) ? `file.${extension}` : 'file'));
}

function baseName(path: string): string {
	const last = path
		.slice(-LONGEST_PATH)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
		.split(/[/\\]/)
		.at(-1) as string;
	// An empty name before an extension, as an expression with nothing in it leaves.
	if (/^\.[a-z\d]{1,10}$/i.test(last)) return `file${last}`;
	return last.replace(/["<>|:*?]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
}

function shortened(name: string): string {
	if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const room = LONGEST_NAME - Buffer.byteLength(extension);
	const stem = Buffer.from(name.slice(0, -extension.length || undefined)).subarray(0, room);
	// Half a character at the end, and what must not be there.
	return stem.toString().replace(/[\uFFFD.\s]+$/, '') + extension;
}
