import { randomUUID } from 'node:crypto';
import {
	hasBody,
	isMultipart,
	partsOf,
	type RecordedRequest,
	type UploadedFile,
} from '../requests/recordedRequest';
import { redact, redactUrl } from './redact';

/** Characters. Operating systems limit the length of a command's words. */
const LONGEST = 100_000;

/** Replaces the API key until a word is quoted. Random, so that no message contains it. */
const KEY_TOKEN = `key-${randomUUID()}`;

/**
 * A bash command that sends the same request again.
 *
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param keys replaced by the variable API_KEY
 * @returns undefined if the body was not parsed, or is too long for a command
 */
export function curlCommand(
	request: RecordedRequest,
	origin: string,
	keys: string[],
): string | undefined {
	if (request.body === undefined && hasBody(request)) return undefined;
	const sent = redact({ ...request, rawBody: undefined }, keys, KEY_TOKEN);
	const { method, headers, body } = sent;
	const url = origin + redactUrl(request.url, keys, KEY_TOKEN);
	const first = ['curl'];
	// A request with a body is a POST by default.
	if (method !== (body === undefined ? 'GET' : 'POST')) first.push('-X', method);
	if (/[[\]{}]/.test(url)) first.push('--globoff');
	const options: string[][] = [];
	if (headers['api-key'] !== undefined)
		options.push(['-H', `api-key: ${String(headers['api-key'])}`]);
	// curl writes the content type of a form itself, with its own boundary.
	if (isMultipart(body)) options.push(...partsOf(body).map(formOption));
	else if (body !== undefined) {
		options.push(['-H', `content-type: ${request.contentType ?? ''}`]);
		options.push(['--data-raw', JSON.stringify(body)]);
	}
	const lines = options.map(([option, value]) => `${option} ${shellWord(value)}`);
	const command = [[...first, shellWord(url)].join(' '), ...lines].join(' \\\n  ');
	return command.length > LONGEST ? undefined : command;
}

function formOption({ name, value, file }: { name: string; value: string; file?: UploadedFile }) {
	if (!file) return ['--form-string', `${name}=${value}`];
	// The file is not part of the command: one of this name is read from the working folder.
	const local = file.filename.split(/[/\\]/).pop() || 'file';
	const renamed = local === file.filename ? '' : `;filename=${formWord(file.filename)}`;
	return ['-F', `${name}=@${formWord(local)}${renamed};type=${file.mimetype}`];
}

/** As curl reads a file name. */
function formWord(name: string): string {
	return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}

/** One word for bash, with the variable API_KEY for each token. */
function shellWord(text: string): string {
	const parts = text.split(KEY_TOKEN).map((part) => (part === '' ? '' : shellQuote(part)));
	return parts.join('"$API_KEY"') || "''";
}

function shellQuote(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
