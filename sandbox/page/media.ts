import type { Message, UploadedFile } from '../request';

/** Pictures that a browser shows. SVG is not among them, because it can contain scripts. */
const PICTURE = /^image\/(gif|jpeg|png|webp)\b/i;
/** Bytes of a picture on the page. */
const LARGEST_PICTURE = 5_000_000;
/** Milliseconds. */
const FETCH_TIMEOUT = 5000;

/** The bytes of uploaded pictures. Of other files only a hash is kept. */
export const uploadedPictures = new WeakMap<UploadedFile, Buffer>();

export const isPicture = (type: string, size: number) =>
	PICTURE.test(type) && size <= LARGEST_PICTURE;

/** The file of a message: the upload, or what the service finds at the Media URL. @throws if it finds nothing */
export async function mediaOf({ file, mediaUrl = '' }: Message) {
	if (file) return { type: file.mimetype, bytes: uploadedPictures.get(file) };
	const response = await fetch(mediaUrl, { signal: AbortSignal.timeout(FETCH_TIMEOUT) });
	if (!response.ok) throw new Error(`HTTP ${response.status}`);
	const type = response.headers.get('content-type') ?? 'of an unknown type';
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body ?? []) {
		size += chunk.length;
		// This ends the download.
		if (!isPicture(type, size)) return { type };
		chunks.push(chunk);
	}
	return { type, bytes: Buffer.concat(chunks) };
}
