import { formOf, type RecordedRequest } from '../request';

/** Characters. Operating systems limit the length of a command's words. */
const LONGEST = 100_000;

/**
 * A bash command that sends the same request again, with the variable API_KEY for the key.
 *
 * @param request redacted
 * @param origin of the sandbox, e.g. `http://127.0.0.1:8089`
 * @param mask what stands for the key in the request
 * @returns undefined if the body was not parsed, or is too long for a command
 */
export function curlCommand(request: RecordedRequest, origin: string, mask: string) {
	const { method, headers, contentType, body } = request;
	if (body === undefined && contentType !== undefined) return undefined;
	const url = origin + request.url;
	const command = ['curl'];
	// A request with a body is a POST by default.
	if (method !== (body === undefined ? 'GET' : 'POST')) command.push('-X', method);
	if (/[[\]{}]/.test(url)) command.push('--globoff');
	const options: Array<[string, string]> = [];
	if (headers['api-key'] !== undefined) options.push(['-H', `api-key: ${headers['api-key']}`]);
	const form = formOf(request);
	// curl writes the content type of a form itself, with its own boundary.
	for (const name of form?.parts ?? []) {
		const file = form!.files.find(({ field }) => field === name);
		if (!file) options.push(['--form-string', `${name}=${form!.fields[name]}`]);
		// The file is not part of the command: one of this name is read from the working folder.
		else options.push(['-F', `${name}=@${formFile(file)};type=${file.mimetype}`]);
	}
	if (body !== undefined && !form)
		options.push(['-H', `content-type: ${contentType}`], ['--data-raw', JSON.stringify(body)]);
	const lines = options.map(([option, value]) => `${option} ${shellWord(value, mask)}`);
	const text = [[...command, shellWord(url, mask)].join(' '), ...lines].join(' \\\n  ');
	return text.length > LONGEST ? undefined : text;
}

/** A file name as curl reads it, and the one under which it is sent. */
function formFile({ filename }: { filename: string }): string {
	const local = filename.split(/[/\\]/).pop() || 'file';
	const quoted = (name: string) => `"${name.replace(/[\\"]/g, '\\$&')}"`;
	return quoted(local) + (local === filename ? '' : `;filename=${quoted(filename)}`);
}

/** One word for bash, with its variable in place of the mask. */
function shellWord(text: string, mask: string): string {
	if (/^[\w@%+=:,./-]+$/.test(text)) return text;
	return `'${text.replaceAll("'", "'\\''").replaceAll(mask, `'"$API_KEY"'`)}'`;
}
