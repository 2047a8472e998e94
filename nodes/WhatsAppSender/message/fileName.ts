import { asText } from '../values/checks';

/** Bytes of a name that common file systems take. */
const LONGEST_NAME = 200;
/** The node reads only the end of a longer path. */
const LONGEST_PATH = 4096;

/**
 * A safe base name for an uploaded file: no folders, no invisible characters, at most 200 bytes with the extension.
 *
 * @param names the user's name and the file's own; the first that is not empty is used
 * @param extension of the file, for a name without one
 */
export function safeFileName(names: unknown[], extension?: unknown): string {
	const name = names.map((one) => baseName(asText(one) ?? '')).find(Boolean) ?? 'file';
	const ending = /^\.?([a-z\d]{1,10})$/i.exec(asText(extension) ?? '')?.[1];
	const isComplete = !ending || ENDING.test(name) || name.endsWith(`.${ending}`);
	return shortened(isComplete ? name : `${name}.${ending}`);
}

/** With a letter: `report 2026.12.01` has no ending. */
const ENDING = /\.(?=\d*[a-z])[a-z\d]{1,10}$/i;

const baseName = (path: string): string =>
	path
		.slice(-LONGEST_PATH)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/gu, '')
		.replace(/^.*[/\\]/, '')
		// An expression without a result leaves an ending without a name.
		.replace(/^(?=\.[a-z\d]{1,10}$)/i, 'file')
		.replace(/["<>|:*?]/g, '_')
		.replace(/^[.\s]+|[.\s]+$/g, '');

function shortened(name: string): string {
	if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const stem = Buffer.from(name).subarray(0, LONGEST_NAME - Buffer.byteLength(extension));
	// Removes half a character, and dots and spaces at the end.
	return stem.toString().replace(/[\uFFFD.\s]+$/, '') + extension;
}
