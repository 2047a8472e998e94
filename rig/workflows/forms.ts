import { until } from '../until';

/** What a person enters on a page, by the label's beginning: a text, an option, or a file. */
export type Entries = Record<string, string | File>;

/** A block of cells as a spreadsheet program copies it. */
export const cells = (...rows: string[][]) => rows.map((row) => row.join('\t')).join('\r\n');

/** A page of a form, as n8n sends it to a browser. */
export interface FormPage {
	/** Its address, with n8n's signature; of the first page without one. */
	url: string;
	title: string;
	/** All that it shows, a line for each row of a table. */
	text: string;
	html: string;
	fields: Field[];
	/** The login of its form. */
	headers?: Record<string, string>;
}

interface Field {
	id: string;
	label: string;
	/** The options to choose from. */
	options: string[];
	/** What is entered or chosen already. */
	value: string;
	isRadio: boolean;
}

/** Opens a published form. n8n activates it in the background. */
export async function openForm(
	url: string,
	login?: { user: string; password: string },
): Promise<FormPage> {
	const headers = login && { authorization: `Basic ${btoa(`${login.user}:${login.password}`)}` };
	await until(async () => (await fetch(url, { headers })).ok);
	return { ...(await open(url, headers)), headers };
}

/**
 * Submits a page as n8n's script does in a browser: with what is there already, and these entries.
 *
 * @returns the next page
 * @throws an error if the execution ends without another page, e.g. `error`
 */
export async function submit(page: FormPage, entries: Entries = {}): Promise<FormPage> {
	const response = await fetch(page.url, {
		method: 'POST',
		body: bodyOf(page, entries),
		headers: page.headers,
	});
	const { formWaitingUrl = page.url } = (await response.json().catch(() => ({}))) as {
		formWaitingUrl?: string;
	};
	return await waitForPage(formWaitingUrl);
}

/** Waits for the next page of an execution as n8n's script does. */
async function waitForPage(waitingUrl: string): Promise<FormPage> {
	const status = new URL(waitingUrl);
	status.pathname += '/n8n-execution-status';
	const isOver = /^(canceled|crashed|error|success|null)$/;
	const text = await until(async () => {
		const now = (await (await fetch(status)).text()).trim();
		return (now === 'form-waiting' || isOver.test(now)) && now;
	});
	if (text !== 'form-waiting') throw new Error(`The form has no other page: ${text}`);
	return await open(waitingUrl);
}

/** The file that the last page saves in the browser. The page then ends the execution. */
export async function download(page: FormPage): Promise<File> {
	const [, encoded] = /binaries = "([^"]*)"/.exec(page.html)!;
	type Saved = { fileName: string; type: string; data: string | { data: number[] } };
	const [{ data, fileName, type }] = JSON.parse(decodeURIComponent(encoded)) as Saved[];
	const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
	await fetch(page.url, { method: 'POST' });
	return new File([bytes], fileName, { type });
}

async function open(url: string, headers?: Record<string, string>): Promise<FormPage> {
	const html = await (await fetch(url, { headers })).text();
	const shown = html.replace(
		/<(script|style|svg|button)\b[^]*?<\/\1>|<p class='error[^]*?<\/p>|<div class='card' id='submitted[^]*/g,
		'',
	);
	const [, title = ''] = /<h1[^>]*>([^<]*)<\/h1>/.exec(shown) ?? [];
	// The order of the fields is the order of their IDs.
	const parts = shown.split(/<label class='form-label/).slice(1);
	return { url, html, title: textOf(title), text: textOf(shown), fields: parts.map(fieldOf) };
}

function fieldOf(part: string): Field {
	const all = (pattern: RegExp) =>
		[...part.matchAll(pattern)].map(([, found]) => decoded(found).trim());
	const isRadio = part.includes('data-radio-select');
	const options = isRadio
		? all(/<input type='checkbox'[^>]*value='([^']*)'/g)
		: all(/<option value='([^']+)'/g);
	const [value = ''] = [
		...all(/<option value='([^']*)' selected/g),
		...all(/value='([^']*)' checked/g),
		...all(/<textarea[^>]*>([^<]*)</g),
		...all(/<input[^>]*\bvalue="([^"]*)"/g),
	];
	return {
		id: /\bid='(field-\d+)'/.exec(part)![1],
		label: all(/^[^>]*>([^<]*)</g)[0],
		options,
		value,
		isRadio,
	};
}

function bodyOf({ fields, html }: FormPage, entries: Entries): FormData {
	const body = new FormData();
	for (const label of Object.keys(entries)) {
		const found = fields.filter((field) => field.label.startsWith(label));
		if (found.length !== 1) throw new Error(`The page has ${found.length} fields "${label}"`);
	}
	for (const { id, label, value, options, isRadio } of fields) {
		const [, entry = value] =
			Object.entries(entries).find(([name]) => label.startsWith(name)) ?? [];
		if (typeof entry !== 'string') body.append(id, entry);
		else if (options.length && entry && !options.includes(entry))
			throw new Error(`"${label}" has no option "${entry}", but ${options.join(', ')}`);
		else if (isRadio) body.append(id, JSON.stringify(entry ? [entry] : []));
		// A browser sends no file that was not chosen.
		else if (!isFile(html, id)) body.append(id, entry);
	}
	for (const [, id, value] of html.matchAll(HIDDEN)) body.append(id, decoded(value));
	return body;
}

/** n8n posts its own texts of a page back, too. */
const HIDDEN = /<input type="hidden" id="(field-\d+)"[^>]* value="([^"]*)"/g;
const isFile = (html: string, id: string) => new RegExp(`type='file'\\s+id='${id}'`).test(html);

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const decoded = (html: string) =>
	html.replace(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (all, hex: string, code: string, name: string) =>
		code ? String.fromCodePoint(parseInt(code, hex ? 16 : 10)) : (NAMED[name] ?? all),
	);
const textOf = (html: string) =>
	decoded(
		html
			.replace(/<\/t[dh]>\s*(?=<t[dh])/g, ' | ')
			.replace(/<\/(?:tr|p|h\d|pre)>|<br \/>/g, '\n')
			.replace(/<[^>]*>/g, ''),
	)
		.replace(/[ \t]*\n\s*/g, '\n')
		.trim();
