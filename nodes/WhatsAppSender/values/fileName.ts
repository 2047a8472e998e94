/** Bytes of a name that common file systems take. */
const LONGEST_NAME = 200;
/** As much of a path as is looked at, from its end: no real one is longer. */
const LONGEST_PATH = 4096;

/**
 * A safe base name for an uploaded file: no folders, no control or invisible characters, nothing
 * that hides the file, at most 200 bytes of UTF-8 with the extension kept.
 *
 * @param wanted the user's name or the file's own, in this order; the first with something left wins
 * @param extension of the file's type, without the dot, for a file that has no name at all
 */
export function safeFileName(wanted: unknown[], extension = ''): string {
	const names = wanted.map((name) => (typeof name === 'string' ? baseName(name) : ''));
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
