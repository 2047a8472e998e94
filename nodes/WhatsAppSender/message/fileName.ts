import { asText } from '../values/checks';

/** Bytes of a name that common file systems take. */
const LONGEST_NAME = 200;
/** Characters at the end of a path that are looked at: no real path is longer. */
const LONGEST_PATH = 4096;

/**
 * A safe base name for an uploaded file: no folders, no control or invisible characters, nothing
 * that hides the file, at most 200 bytes of UTF-8 with the extension kept.
 *
 * @param wanted the user's name or the file's own, in this order; the first that is not empty is used
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
