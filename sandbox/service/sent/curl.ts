import type { MultipartBody, RecordedRequest, UploadedFile } from '../arrival/recordedRequest';
import { isMultipart } from '../messages/message';
import { pathWithoutKeys, withoutKeys } from './secrecy';
import { KEY_TOKEN, shellWord } from './shell';

/** Characters. A system takes no longer word in a command. */
const LONGEST = 100_000;

/**
 * The request as a command for bash that sends the same body again.
 *
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param keys to be replaced by the variable API_KEY
 * @returns undefined where the body was not read, or is too long for a command
 */
export function curlOf(request: RecordedRequest, origin: string, keys: string[]): string | undefined {
	if (request.body === undefined && hasBody(request)) return undefined;
	const { method, headers, query, body } = withoutKeys({ ...request, rawBody: undefined }, keys, KEY_TOKEN);
	const url = origin + pathWithoutKeys(request.path, keys, KEY_TOKEN) + queryOf(query);
	const options = [
		...(headers['api-key'] === undefined ? [] : [['-H', `api-key: ${String(headers['api-key'])}`]]),
		...bodyOptions(body, request.contentType),
	];
	// What carries a body is a POST by itself.
	const isPlain = method === (body === undefined ? 'GET' : 'POST');
	const first = ['curl', ...(isPlain ? [] : ['-X', method]), ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), shellWord(url)];
	const lines = [first.join(' '), ...options.map(([option, value]) => `${option} ${shellWord(value)}`)];
	const command = lines.join(' \\\n  ');
	return command.length > LONGEST ? undefined : command;
}

/** With its question mark; empty where there is none. */
export function queryOf(query: RecordedRequest['query']): string {
	const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
	// Spaces and the like are encoded, and a key's mask or variable stays readable.
	const text = pairs.map((pair) => pair.map(encoded).join('=')).join('&');
	return text && `?${text}`;
}

function encoded(text: string): string {
	return encodeURIComponent(text).replaceAll('%E2%80%A2', '•');
}

function bodyOptions(body: unknown, contentType = ''): string[][] {
	if (body === undefined) return [];
	// curl writes the type of a form itself, with a boundary of its own.
	if (isMultipart(body)) return formOptions(body);
	return [['-H', `content-type: ${contentType}`], ['--data-raw', JSON.stringify(body)]];
}

function formOptions({ fields, files, parts }: MultipartBody): string[][] {
	const left = [...files];
	return parts.map((name) => {
		const place = left.findIndex(({ field }) => field === name);
		return place < 0 ? ['--form-string', `${name}=${fields[name] ?? ''}`] : ['-F', filePart(left.splice(place, 1)[0])];
	});
}

/** The file itself is not part of the command: one of this name is read from the working folder. */
function filePart({ field, filename, mimetype }: UploadedFile): string {
	const local = filename.split(/[/\\]/).pop() || 'file';
	const renamed = local === filename ? '' : `;filename=${quoted(filename)}`;
	return `${field}=@${quoted(local)}${renamed};type=${mimetype}`;
}

/** As curl reads a name within double quotes. */
function quoted(name: string): string {
	return `"${name.replace(/[\\"]/g, '\\$&')}"`;
}

function hasBody({ headers }: RecordedRequest): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
