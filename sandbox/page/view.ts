import { formOf, messageOf, type MultipartBody, type RecordedRequest } from '../request';

/** The headers that the service reads. Any other could contain someone else's secret. */
const SHOWN_HEADERS = ['content-type', 'content-length', 'transfer-encoding', 'api-key'];

const KEY_NAME = /^api[-_]?key$/i;

/** A message, or a rejected request for something else, as the page shows it. */
export function viewMessage(request: RecordedRequest) {
	const { seq, arrivedAt, accepted, problem, status, isMessage } = request;
	const { recipient = 'No recipient', ...message } = messageOf(request);
	// Phone numbers start with a plus sign.
	const to = recipient.replace(/^(?=[1-9]\d+$)/, '+') || 'Empty recipient';
	return {
		...message,
		...{ seq, arrivedAt, accepted, problem, status },
		to: isMessage ? to : 'Other requests',
		request: rawRequest(request),
	};
}

/** A request as text, with its API keys masked. */
function rawRequest(request: RecordedRequest): string {
	const { method, url, headers, body } = request;
	const shown = SHOWN_HEADERS.filter((name) => headers[name] !== undefined);
	const form = formOf(request);
	return [
		`${method} ${url.replace(/([?&]api[-_]?key=)[^&]*/gi, '$1••••••')}`,
		...shown.map((name) => `${name}: ${masked(name, headers[name])}`),
		'',
		...(form ? formLines(form) : [JSON.stringify(body, masked, 2)]),
	].join('\n');
}

/** One line for each part, in the order in which they arrived. */
function formLines({ fields, files, parts }: MultipartBody): string[] {
	return parts.map((name) => {
		const file = files.find(({ field }) => field === name);
		if (!file) return `${name}: ${masked(name, fields[name])}`;
		return `${name}: ${file.filename} (${file.mimetype}, ${file.size} bytes)`;
	});
}

const masked = (name: string, value: unknown) => (KEY_NAME.test(name) ? '••••••' : value);
