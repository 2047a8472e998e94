/**
 * Text as an error message shows it: on one line, without control and invisible characters, at
 * most `longest` characters with an ellipsis where it was cut, never in the middle of an emoji.
 */
export function oneLine(text: string, longest: number): string {
	const line = text
		.slice(0, longest * 20)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
		.trim();
	if (line.length <= longest) return line;
	return line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}
