import type { IDataObject } from 'n8n-workflow';
import { isNothing, isObject } from '../values/checks';
import { normalizePhone } from '../values/phone';

/** What sheets and n8n's Data Tables call the field of a phone: `Phone`, `phone_number`, `WhatsApp number`. */
const PHONE_FIELD = /^(?:phone|mobile|whatsapp)(?:number)?$/i;

/** The fields of an entry, which may be an item of n8n or a phone alone; none of an empty one. */
export function fieldsOf(entry: unknown): IDataObject {
	if (!isObject(entry)) return isNothing(entry) ? {} : { phone: entry as string };
	return Object(entry.json ?? entry) as IDataObject;
}

/** Names of the fields that have the phones of entries, or would. */
export const phoneFieldsOf = (rows: IDataObject[]): string[] =>
	[...new Set(rows.flatMap(Object.keys))].filter((name) =>
		PHONE_FIELD.test(name.replace(/[\s_\p{Cf}-]/gu, '')),
	);

/** How many entries are looked at, and how many expressions are offered. */
const MOST_ENTRIES = 100;
const MOST_OFFERED = 3;

/**
 * What to paste where entries have their numbers in other fields:
 * `use {{ $('Unsubscribed').all().map(i => i.json.telephone) }}`, with each field whose values are numbers.
 *
 * @param entered the stored expression, which names where the entries come from
 */
export function fixFor(entries: unknown[], country: string, entered = ''): string | undefined {
	const items = /\$\((['"`]).*?\1\)|\$input\b/.exec(entered)?.[0] ?? "$('Name of the node')";
	const rows = entries.slice(0, MOST_ENTRIES).filter(isObject).map(fieldsOf);
	const names = [...new Set(rows.flatMap(Object.keys))].filter((name) => {
		const values = rows.map((row) => row[name]).filter((value) => !isNothing(value));
		return values.length > 0 && values.every((value) => isPhone(value, country));
	});
	const expressions = names.slice(0, MOST_OFFERED).map((name) => {
		const field = /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
		return `{{ ${items}.all().map(i => i.json${field}) }}`;
	});
	return expressions.length > 0 ? `use ${expressions.join(' or ')}` : undefined;
}

function isPhone(value: unknown, country: string): boolean {
	try {
		return Boolean(normalizePhone(value, country));
	} catch {
		return false;
	}
}
