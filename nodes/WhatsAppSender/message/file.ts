import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';
import { InputError, quoted } from '../input/inputError';
import { safeFileName } from './fileName';

/** A piece of the file as it is read: 256 kB keep memory flat without many small writes. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A file in n8n's binary store, read piece by piece while it is sent. `FormData` keeps a `File` as
 * it is, and n8n's HTTP layer takes the length from `size` and the bytes from `stream()`.
 */
class StoredFile extends File {
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
		const open = this.#open;
		return ReadableStream.from(
			(async function* () {
				yield* await open();
			})(),
		) as ReturnType<File['stream']>;
	}
}

/**
 * A text as a part of a form. n8n's HTTP layer writes every line break of a plain field as CRLF;
 * a nameless file goes out byte for byte, and without a file name it is a field to the receiver.
 */
export function textPart(text: string): string | File {
	return /[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain;charset=utf-8' }) : text;
}

/**
 * The file of an input item, ready to be a part of a form. A stored file is not read before it is
 * sent; one without an id is in memory already.
 *
 * @param field name of the item's binary field, or a binary object that an expression gave
 * @param wantedName the user's name for it; the file's own where empty
 * @throws InputError where the item has no such file
 */
export async function fileOf(
	context: IExecuteSingleFunctions,
	field: string | IBinaryData,
	wantedName: unknown,
): Promise<File> {
	const binary = binaryOf(context, field);
	const name = safeFileName([wantedName, binary.fileName], binary.fileExtension);
	const type = binary.mimeType || 'application/octet-stream';
	const { id } = binary;
	if (!id) {
		const inMemory = await context.helpers.getBinaryDataBuffer(field as string);
		return new File([new Uint8Array(inMemory)], name, { type });
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id);
	return new StoredFile(
		name,
		type,
		fileSize,
		async () => await context.helpers.getBinaryStream(id, CHUNK_BYTES),
	);
}

function binaryOf(context: IExecuteSingleFunctions, field: string | IBinaryData): IBinaryData {
	let binary: IBinaryData | undefined;
	try {
		binary = context.helpers.assertBinaryData(field as string);
	} catch {
		// n8n's own message says less about what to do.
	}
	if (binary) return binary;
	const named = typeof field === 'string' ? ` ${quoted(field)}` : '';
	throw new InputError(
		`Input Data Field Name${named} holds no file in this item: write the name of the input field that has it, or add a node before this one that gives a file`,
	);
}
