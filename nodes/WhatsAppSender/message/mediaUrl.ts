import { InputError } from '../errors/failures';
import { asText, isObject, kindOf } from '../values/text';
import { isWebAddress, requiredWebAddress } from '../values/webAddress';

/** A data URL, base64, a file in n8n's own storage, or a file on the user's computer. */
const FILE = /^(?:data:|blob:|file:|filesystem-v2|[A-Z]:\\|[\w+/-]{64,}={0,2}$)/i;

/** The web address of a file. @throws InputError that says how to send the file itself, or the first one of a list */
export function requiredMediaUrl(field: string, value: unknown): string {
	const isList = Array.isArray(value);
	const file = isList ? value[0] : value;
	const name =
		isObject(file) && Object.keys(file).find((key) => isWebAddress(asText(file[key]) ?? ''));
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
