import { InputError } from '../errors/failures';
import { quote, requiredText } from './text';

/** An address as an error message shows it: like any value, but without a login in it. */
export function quoteAddress(address: string): string {
	return quote(address.replace(/^(https?:\/\/)?.*@/is, '$1…@'));
}

/** Another address, unless it is in the path, query or fragment of the first one; no host; a line break. */
const NOT_ONE_ADDRESS =
	/(?<!^|[/=?#])https?:\/\/|(?<=^https?:\/\/)(?:https?:|[/\\])|[\s,;|]www\.|[^\S ]/i;

/** A space behind a file extension. */
const TEXT_BEHIND = /\.(?=\d{0,4}[A-Za-z])(?:[a-z\d]{2,5}|[A-Z\d]{2,5})\W? /;

/** One absolute http(s) address. Its path may have spaces, but no text behind the name of a file. */
export function isWebAddress(text: string): boolean {
	const [path] = text.split(/[?#]/, 1);
	const isInPath = TEXT_BEHIND.test(path) && !/\.[A-Za-z\d]{2,5}$/.test(path);
	const hasTextBehind = isInPath || text.includes(' ', path.length);
	const isOne = /^https?:\/\//i.test(text) && !NOT_ONE_ADDRESS.test(text);
	return isOne && !hasTextBehind && URL.canParse(text);
}

/** Spaces and invisible characters around a text, which pasting adds. */
export const AROUND =
	/^[\s\p{Cc}\p{Cf}\p{DI}]+|(?<![\s\p{Cc}\p{Cf}\p{DI}])[\s\p{Cc}\p{Cf}\p{DI}]+$/gu;

/** An absolute http(s) address, without what is invisible around it. */
export function requiredWebAddress(field: string, value: unknown, example: string): string {
	const entered = requiredText(field, value, `enter the full address, e.g. ${example}`);
	const text = entered.replace(AROUND, '');
	if (!isWebAddress(text)) {
		throw new InputError(
			`${field} ${quoteAddress(text)} is not a web address: enter one with http:// or https:// and no other text, e.g. ${example}`,
		);
	}
	return text;
}
