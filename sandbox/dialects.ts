import type { Message } from './request';

type Fields = Record<string, unknown>;

/** A service that differs from the sandbox where the interface's document leaves it open (service.md). */
export interface Dialect {
	/** A success without an envelope (§2.1). */
	bare?: boolean;
	/** In place of 200 in an envelope (§2.1). */
	status?: unknown;
	/** Changes a list (§2.4) or a contact (§2.5). */
	element?: (element: Fields) => Fields;
	/** What a list comes as without `all` (§4.4): so many contacts, or something else; undefined is an error. */
	page?: number | ((contacts: unknown[]) => unknown);
	/** How many contacts come with `all=true` (§4.4). */
	all?: number;
	/** Status and body of an error (§7) by the sandbox's own; a status under 300 comes as a success. */
	error?: (status: number, reason: string) => [status: number, body: unknown];
	/** Status for a key that is not valid (§5, §7). */
	wrongKey?: number;
	/** In place of an error (§7). */
	unknownList?: [];
	/** Unit of `send_at` (§4.2). Default: seconds. */
	sendAt?: 'milliseconds';
	/** What a button shows (§2.5); undefined where it is no button. */
	button?: (button: unknown) => unknown;
}

/** Changes fields that an element has; undefined leaves one out. */
const change =
	(changes: Record<string, (value: unknown) => unknown>) =>
	(element: Fields): Fields => {
		const fields = Object.entries(element);
		return Object.fromEntries(
			fields.map(([name, old]) => [name, changes[name] ? changes[name](old) : old]),
		);
	};

/** By name; the node works with each of them, with some only as `npm run check:service` says. */
export const DIALECTS = {
	bare: { bare: true },
	'status in a word': { status: 'success' },
	'small pages': { page: 20 },
	'page in an object': { page: (contacts) => ({ items: contacts.slice(0, 20), total: 1250 }) },
	'no page': { page: () => undefined },
	'all is a page': { all: 500 },
	'errors as text': { error: (status, reason) => [status, reason] },
	'errors in a success': { error: (status, reason) => [200, { status, data: reason }] },
	'errors without a reason': { error: (status) => [status, ''] },
	'wrong key is 401': { wrongKey: 401 },
	'unknown list is empty': { unknownList: [] },
	'IDs are numbers': { element: change({ id: (id) => Number.parseInt(String(id), 16) }) },
	'numbers as text': { element: change({ contacts: String, is_group: String }) },
	'no is_group': { element: change({ is_group: () => undefined }) },
	'no titles': { element: change({ title: () => undefined }) },
	'send_at in milliseconds': { sendAt: 'milliseconds' },
	'buttons with a text': { button: (button) => Object(button).text },
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** Several dialects at once. @throws for a name that is none, with all names */
export function dialectOf(names: string[]): Dialect {
	const unknown = names.find((name) => !Object.hasOwn(DIALECTS, name));
	if (unknown) throw new Error(`No dialect "${unknown}": ${Object.keys(DIALECTS).join(', ')}`);
	const dialects: Dialect[] = names.map((name) => DIALECTS[name as DialectName]);
	const element = (given: Fields) =>
		dialects.reduce((fields, each) => each.element?.(fields) ?? fields, given);
	return Object.assign({}, ...dialects, { element });
}

/** What becomes of an accepted message: when it arrives, in Unix milliseconds, and what its buttons show. */
export function arrivalOf(
	{ sendAt, buttons = [] }: Message,
	{ sendAt: unit, button = (text) => (typeof text === 'string' ? text : undefined) }: Dialect,
) {
	const at = sendAt === undefined ? Date.now() : Number(sendAt) * (unit ? 1 : 1000);
	return { at: Math.max(at, Date.now()), buttons: buttons.map(button).filter(Boolean) };
}
