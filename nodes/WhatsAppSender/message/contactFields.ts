import type { IDataObject } from 'n8n-workflow';
import { isGroupEntry } from '../service/lists';
import { asText, isNothing } from '../values/checks';

/** What sheets and n8n's Data Tables call the field of a phone: `Phone`, `phone_number`, `WhatsApp number`. */
const PHONE_FIELD = /^(?:phone|mobile|whatsapp)(?:number)?$/i;

const isPhoneField = (name: string) => PHONE_FIELD.test(name.replace(/[\s_\p{Cf}-]/gu, ''));

export const isGroupId = (phone: unknown) => typeof phone === 'string' && /@g\.us\s*$/i.test(phone);

/** The fields of an entry that is an object, which may be an item of n8n; none of a phone alone. */
export function fieldsOf(entry: unknown): IDataObject | undefined {
	if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
	const { json = entry } = entry as { json?: unknown };
	return Object(json) as IDataObject;
}

/** What tells the phones of one entry after the other; of a group, its ID with `@g.us`. */
export function phoneReader(): (entry: unknown) => unknown[] {
	// Most entries have the same fields.
	let names: string[] = [];
	let phoneNames: string[] = [];
	return (entry) => {
		const fields = fieldsOf(entry);
		if (!fields) return [entry];
		const own = Object.keys(fields);
		if (own.length !== names.length || own.some((name, at) => name !== names[at])) {
			names = own;
			phoneNames = own.filter(isPhoneField);
		}
		const isGroup = 'is_group' in fields && isGroupEntry(fields);
		return phoneNames.map((name) => (isGroup ? groupId(fields[name]) : fields[name]));
	};
}

const groupId = (phone: unknown) =>
	asText(phone) && !isGroupId(phone) ? `${asText(phone)}@g.us` : phone;

/** Names of the fields of an entry that have a phone, or would. */
export const phoneFieldsOf = (entry: unknown): string[] =>
	Object.keys(fieldsOf(entry) ?? {}).filter(isPhoneField);

/** How many entries are looked at, and how many expressions are offered. */
const MOST_ENTRIES = 100;
const MOST_OFFERED = 3;

/**
 * Expressions that return the numbers of entries, one for each field whose values are phones:
 * `{{ $('Unsubscribed').all().map(i => i.json.telephone) }}`.
 *
 * @param entered the stored expression, which names where the entries come from
 */
export function expressionsFor(
	entries: unknown[],
	entered = '',
	isPhone: (value: unknown) => boolean,
): string[] {
	const items = /\$\((['"`]).*?\1\)|\$input\b/.exec(entered)?.[0] ?? "$('Name of the node')";
	const first = entries.slice(0, MOST_ENTRIES).map(fieldsOf);
	const rows = first.filter((fields) => fields !== undefined);
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => {
		const values = rows.map((row) => row[name]).filter((value) => !isNothing(value));
		return values.length > 0 && values.every(isPhone);
	});
	return names.slice(0, MOST_OFFERED).map((name) => {
		const field = /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
		return `{{ ${items}.all().map(i => i.json${field}) }}`;
	});
}
