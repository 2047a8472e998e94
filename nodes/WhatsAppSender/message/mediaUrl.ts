import { InputError } from '../errors/failures';
import { asText, isObject, kindOf } from '../values/text';
import { isWebAddress, requiredWebAddress } from '../values/webAddress';

/** A data URL, base64, a file in n8n's own storage, or a file on the user's computer. */
const FILE = /^(?:data:|blob:|file:|filesystem-v2|[A-Z]:\\|[\w+/-]{64,}={0,2}$)/i;

/** The web address of a file. @throws InputError that says how to send the file itself, or the first one of a list */
export function requiredMediaUrl(field: string, value: unknown): string {
	const isList = Array.isArray(value);
	const file = isList ? value[0] : value;
	const name = isObject(file) && Object.keys(file).find((key) => isWebAddress(String(file[key])));
	if (name) {
		const path = (isList ? '[0].' : '.') + name;
		throw new InputError(`${field} is ${kindOf(value)}: add ${path} to the expression`);
	}
	if (isObject(file) ? 'mimeType' in file : FILE.test((asText(file) ?? '').replace(/\s/g, ''))) {
		throw new InputError(
			`${field} is a file, not a web address: enter an address, or use Convert to File (for base64) and set Media Source to Upload`,
		);
	}
	return requiredWebAddress(field, value, 'https://example.com/invoice.pdf');
}

/** Pages that show a file instead of being it, and the address of the file, where it is known. */
const VIEWERS: Array<[page: RegExp, file?: string]> = [
	[
		/^https?:\/\/drive\.google\.com\/(?:file\/d\/|open\?id=)([\w-]+)(?![\w-]).*$/is,
		'https://drive.google.com/uc?export=download&id=$1',
	],
	[/^https?:\/\/drive\.google\.com\/drive\//i],
	[/^https?:\/\/docs\.google\.com\/(?!.*\/export\b)/i],
	[/^(?<link>https?:\/\/(?:www\.)?dropbox\.com\/.*[?&]dl=)0/i, '$<link>1'],
	[/^https?:\/\/(?:www\.)?dropbox\.com\/[^?#]*$/i, '$&?dl=1'],
	[/^https?:\/\/(?:www\.)?dropbox\.com\/(?!.*[?&](?:dl|raw)=1)/i],
	[/^https?:\/\/(?:1drv\.ms|onedrive\.live\.com)\/(?!download\b)/i],
	[/^https?:\/\/[\w-]+\.sharepoint\.com\/(?!.*[?&]download=1)/i],
];

/** A warning about a Media URL of a page that shows the file, for a dry run. */
export function mediaUrlWarnings(url: string): string[] {
	const [page, file] = VIEWERS.find(([viewer]) => viewer.test(url)) ?? [];
	if (!page) return [];
	const fix = file ? ` (enter ${url.replace(page, file)})` : '';
	return [`Media URL opens a page, not the file${fix}`];
}
