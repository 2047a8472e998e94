import { BINARY_ENCODING, type IBinaryData } from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import { oneLine } from '../errors/responseText';
import { asText, isNothing, kindOf, quoted } from '../values/checks';
import type { TimeLimit } from '../values/timeLimit';
import type { Item } from './item';

/** A piece of the file as it is read: 256 kB keep memory flat without many small writes. */
const CHUNK_BYTES = 256 * 1024;
/** Bytes of a name that common file systems take. */
const LONGEST_NAME = 200;
/** As much of a path as is looked at, from its end: no real one is longer. */
const LONGEST_PATH = 4096;

/** Nodes of n8n for a file from the user's own computer, or from the server's. */
const FILE_NODES = 'n8n Form Trigger with a file field, or Read/Write Files from Disk';

/** Bytes of a file, which may be read several times. */
interface Content {
	size: number;
	open(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * A file of an item, read piece by piece while it is sent. `FormData` keeps a `File`
 * unchanged, and n8n's HTTP layer takes the length from `size` and the bytes from `stream()`.
 */
export class UploadedFile extends File {
	/** Whether it turned out, while it was sent, that it cannot be read. */
	isUnreadable = false;
	/** Of its request, which a piece of it extends. */
	timeLimit?: TimeLimit;
	#pieces?: AsyncGenerator<Uint8Array>;
	readonly #content: Content;

	constructor(name: string, type: string, content: Content) {
		super([], name, { type });
		this.#content = content;
		Object.defineProperty(this, 'size', { value: content.size });
	}

	override stream(): ReturnType<File['stream']> {
		this.#pieces = this.pieces();
		return ReadableStream.from(this.#pieces) as ReturnType<File['stream']>;
	}

	/** Of a request that ended early, nothing else closes the file. */
	close(): void {
		this.#pieces?.return(undefined).catch(() => {});
	}

	private async *pieces(): AsyncGenerator<Uint8Array> {
		try {
			for await (const piece of await this.#content.open()) {
				this.timeLimit?.extend();
				yield piece;
			}
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
 * @throws InputError where the item has no such file, it is empty, or n8n cannot read it
 */
export async function fileOf(item: Item, field: unknown, enteredName: unknown): Promise<File> {
	const binary = binaryOf(item, field);
	const name = safeFileName([enteredName, binary.fileName], binary.fileExtension);
	const content = binary.id ? await stored(item, binary.id, name) : inMemory(binary.data);
	if (content.size > 0) {
		return new UploadedFile(name, binary.mimeType || 'application/octet-stream', content);
	}
	throw new InputError(
		`The file ${quoted(name)} is empty: upload it again, or check the node that returns it`,
	);
}

function inMemory(data: string): Content {
	const bytes = Buffer.from(data, BINARY_ENCODING);
	async function* pieces() {
		for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
			yield bytes.subarray(at, at + CHUNK_BYTES);
	}
	return { size: bytes.length, open: async () => pieces() };
}

async function stored({ helpers }: Item, id: string, name: string): Promise<Content> {
	const open = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	try {
		const { fileSize } = await helpers.getBinaryMetadata(id);
		// A file that is gone is found before its message is sent.
		for await (const piece of await open()) if (piece) break;
		return { size: fileSize, open };
	} catch {
		// n8n's own message has the path of its store in it.
		throw gone(name);
	}
}

const gone = (name: string) =>
	new InputError(
		`The file ${quoted(name)} is no longer in n8n's storage, so its message was not sent: run the workflow again from the node that returns it`,
	);

function binaryOf(item: Item, field: unknown): IBinaryData {
	try {
		return item.binary(asText(field)?.trim() ?? (field as IBinaryData));
	} catch {
		// n8n's own message says less about what to do.
	}
	const other = asText(field) === undefined && `is ${kindOf(field)}, not a file`;
	const problem = isNothing(field) ? 'is empty' : other || `${quoted(field)} holds no file`;
	const names = item.files().map(quoted).join(' or ');
	const fix = names
		? `: enter ${oneLine(names, 200)}`
		: `, and this item has no file: add a node that returns one, e.g. ${FILE_NODES}`;
	throw new InputError(`Input Data Field Name ${problem}${fix}`);
}

/**
 * A safe base name for an uploaded file: no folders, no control or invisible characters, nothing
 * that hides the file, at most 200 bytes of UTF-8 with the extension kept.
 *
 * @param wanted the user's name or the file's own, in this order; the first with something left wins
 * @param extension of the file, for a name without an ending
 */
export function safeFileName(wanted: unknown[], extension?: unknown): string {
	const name = wanted.map((one) => baseName(asText(one) ?? '')).find(Boolean) ?? 'file';
	const ending = /^\.?([a-z\d]{1,10})$/i.exec(asText(extension) ?? '')?.[1];
	const isComplete = !ending || ENDING.test(name) || name.endsWith(`.${ending}`);
	return shortened(isComplete ? name : `${name}.${ending}`);
}

/** Not one of digits alone: `report 2026.12.01` has none. */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const baseName = (path: string): string =>
	path
		.slice(-LONGEST_PATH)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
		.replace(/^.*[/\\]/, '')
		// An empty name before an extension, as an expression with nothing in it leaves.
		.replace(/^(?=\.[a-z\d]{1,10}$)/i, 'file')
		.replace(/["<>|:*?]/g, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');

function shortened(name: string): string {
	if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const stem = Buffer.from(name).subarray(0, LONGEST_NAME - Buffer.byteLength(extension));
	// Half a character at the end, and what must not be there.
	return stem.toString().replace(/[\uFFFD.\s]+$/, '') + extension;
}
