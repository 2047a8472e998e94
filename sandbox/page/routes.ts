import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { faultNumbers } from '../faults';
import { formOf, masked, messageOf, serviceHeadersOf, type RecordedRequest } from '../request';
import type { Sandbox, Service } from '../sandbox';

/** The page loads nothing but its own files. */
const PAGE_POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
/** The newest messages, which a page loads when it opens. */
const MOST_ENTRIES = 2000;
const FILES = { 'index.html': 'text/html', 'page.css': 'text/css', 'page.js': 'text/javascript' };

/** The page and its data. They are not part of the service. */
export function pageRoutes(app: FastifyInstance, { journal, sandbox }: Service): void {
	const numbers = faultNumbers.map(
		({ name, phone }) => `<tr><td>${name}</td><td>${phone}</td></tr>`,
	);
	for (const [name, type] of Object.entries(FILES)) {
		const text = readFileSync(path.join(__dirname, 'public', name), 'utf8');
		const headers = { 'content-type': type, 'content-security-policy': PAGE_POLICY };
		const file = text.replace('{{test numbers}}', numbers.join('\n'));
		app.get(name === 'index.html' ? '/' : `/${name}`, async (_request, reply) =>
			reply.headers(headers).send(file),
		);
	}
	app.get<{ Querystring: { after: string } }>('/messages', async ({ query }) => {
		const { accepted, entries } = journal;
		const latest = entries.filter(({ seq }) => seq! > Number(query.after)).slice(-MOST_ENTRIES);
		const rejected = entries.filter(({ isMessage, problem }) => isMessage && problem).length;
		const titles = titlesIn(sandbox);
		const messages = latest.map((request) => pageEntry(request, titles));
		return { accepted: accepted.length, rejected, messages };
	});
	// Another website cannot do this: its browser would ask first.
	app.delete('/messages', async () => journal.clear());
}

/** The names of people and groups by phone number and ID. */
const titlesIn = ({ lists }: Sandbox) =>
	new Map(
		[...lists.flatMap(({ contacts }) => contacts), ...faultNumbers].map(({ phone, name }) => [
			phone,
			name,
		]),
	);

/** What the page shows of a message, or of another request that was rejected. Its text is not HTML. */
function pageEntry(request: RecordedRequest, titles: Map<string, string>) {
	const { seq, arrivedAt, problem, status, shop } = request;
	const { recipient, file, mediaUrl, text, footer, buttons, sendAt } = messageOf(request);
	const upload = file && `${file.filename} (${file.mimetype}, ${file.size} bytes)`;
	const to = request.isMessage ? textOf(recipient) || 'No recipient' : 'Other requests';
	return {
		seq,
		arrivedAt,
		shop,
		to,
		title: titles.get(to) ?? to,
		attached: textOf(upload ?? mediaUrl),
		text: textOf(text),
		footer: textOf(footer),
		buttons: Array.isArray(buttons) ? buttons.map(labelOf) : [],
		sendAt: millisecondsOf(sendAt),
		problem: problem && `Rejected, ${status ? `HTTP ${status}` : 'no response'}: ${problem}`,
		request: rawRequest(request),
	};
}

/** A field of a rejected request may be anything. */
const textOf = (value: unknown) =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The interface leaves the unit open (service.md §4.2): 12 digits and more are milliseconds. */
const millisecondsOf = (digits?: string) =>
	digits && Number(digits) * (digits.length > 11 ? 1 : 1000);

/** The interface does not say what a button contains (service.md §4.1). */
function labelOf(button: unknown): string {
	const { text, title, label, displayText } = Object(button);
	const found = [button, text, title, label, displayText].find((each) => typeof each === 'string');
	return textOf(found ?? button);
}

/** A request as text, with its API keys masked. */
function rawRequest(request: RecordedRequest): string {
	const { method, url, body } = request;
	const form = formOf(request);
	return [
		`${method} ${masked('url', url)}`,
		...Object.entries(serviceHeadersOf(request)).map(
			([name, value]) => `${name}: ${masked(name, value)}`,
		),
		'',
		JSON.stringify(form ? { ...form.fields, files: form.files } : body, masked, 2),
	].join('\n');
}
