import { randomUUID } from 'node:crypto';

/** Stands for the API key until a word is written. Random, so that no message can contain it. */
export const KEY_TOKEN = `key-${randomUUID()}`;

/** One word for bash that means this text, with the variable API_KEY where the token stands. */
export function shellWord(text: string): string {
	const parts = text.split(KEY_TOKEN).map((part) => (part === '' ? '' : quoted(part)));
	return parts.join('"$API_KEY"') || "''";
}

/** Within single quotes bash reads everything as it is, but for the single quote itself. */
function quoted(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
