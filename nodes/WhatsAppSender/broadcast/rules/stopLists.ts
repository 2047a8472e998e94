import { withPrefix, WorkflowError } from '../../errors/nodeErrors';
import { listField } from '../../formFields';
import { allContacts, normalizeListId } from '../../service/lists';
import type { Service } from '../../service/requestService';
import { isObject, kindOf } from '../../values/checks';
import { isExpression, locatorOf } from '../../values/fixedOrExpression';
import type { Option } from '../../values/option';
import type { Rule, RuleOption, Turn } from '../rule';
import { Contacts, type Strictness } from './contacts';
import { entriesIn } from './entries';

/** After this time, a list is read again before the next message. */
const MAX_AGE_MS = 10 * 60_000;

/** What differs between the two options. */
interface Kind {
	field: Pick<Option, 'displayName' | 'name' | 'description'>;
	strictness: Strictness;
	/** Whether a person gets the message. */
	allows(isListed: boolean): boolean;
	/** Why people are skipped, for the hint. @param title of a list of the service */
	words(title?: string): string;
}

/** A field for contacts and groups: a list of the service, or numbers that the user enters. */
const stopListOption = (kind: Kind): RuleOption => ({
	...kind.field,
	...listField,
	modes: [
		...listField.modes,
		{
			displayName: 'Numbers',
			name: 'numbers',
			type: 'string',
			placeholder: 'e.g. 6281234567890, 6281234567891',
			hint: "Numbers and group IDs separated by commas, or an expression like {{ $('Unsubscribed').all() }}",
		},
	],
	emptyHint: 'the ID of a list; under Numbers, [] for an empty list',
	toolHint: 'choose a list, or enter its ID or phone numbers without an expression',
	read: (value, _source, stored) => stopListRule(kind, value, stored),
});

export const neverSendTo = stopListOption({
	field: {
		displayName: 'Never Send To',
		name: 'neverSendTo',
		description:
			'Contacts and groups to skip, e.g. people who unsubscribed. If the list cannot be read, nothing is sent.',
	},
	strictness: 'allNumbers',
	allows: (isListed) => !isListed,
	words: (title) => (title ? `on the list ${title}` : 'in Never Send To'),
});

export const onlySendTo = stopListOption({
	field: {
		displayName: 'Only Send To',
		name: 'onlySendTo',
		description: 'The only contacts and groups to send to, e.g. your own team',
	},
	strictness: 'oneNumberPerRow',
	allows: (isListed) => isListed,
	words: (title) => (title ? `not on the list ${title}` : 'not in Only Send To'),
});

function stopListRule(kind: Kind, locator: unknown, stored: unknown): Rule {
	const { displayName, name } = kind.field;
	const { mode, value, cachedResultName } = locatorOf(locator);
	const isEntered = mode === 'numbers';
	// The drop-down shows the number of contacts behind the title.
	const title = isEntered
		? undefined
		: String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	const entered = isEntered && enteredContacts(kind, value, locatorOf(stored).value);
	const contactsFor = entered
		? async () => entered
		: listReader(kind, listIdOf(displayName, value), title as string);
	const skip = { reason: name, words: kind.words(title) };
	return {
		async check(turn) {
			const contacts = await contactsFor(turn).catch((error: unknown) => {
				throw withPrefix(notCheckedText(displayName, turn), error);
			});
			const isListed = await contacts.include(turn);
			return kind.allows(isListed) ? undefined : skip;
		},
	};
}

const notCheckedText = (label: string, { recipient }: Turn) =>
	`${label} could not be checked, so nothing was sent to ${recipient}`;

function enteredContacts({ field, strictness }: Kind, value: unknown, stored: unknown): Contacts {
	const label = field.displayName;
	const node = /\$\(\s*(['"`])(.*?)\1\s*\)/.exec(String(stored))?.[2];
	if (isExpression(stored) && !Array.isArray(value)) refuseSingleRow(label, value, node);
	const entries = Array.isArray(value) ? value : entriesIn(label, value);
	return new Contacts(entries, {
		sourceName: node ?? label,
		label,
		isOfService: false,
		strictness,
	});
}

/**
 * Refuses an expression with a single row, e.g. a dragged field or `.first()`: everyone in the other rows would
 * get the message.
 */
function refuseSingleRow(label: string, value: unknown, node = 'Name of the node'): void {
	if (!isObject(value) && entriesIn(label, value).length > 1) return;
	const what = isObject(value) ? 'one row' : 'one number';
	throw new WorkflowError(
		`${label} contains only ${what}, and the expression may leave out others: use {{ $('${node}').all() }}`,
	);
}

function listIdOf(label: string, value: unknown): string {
	if (!Array.isArray(value)) return normalizeListId(label, value);
	throw new WorkflowError(`${label} is ${kindOf(value)}, not the ID of a list: choose Numbers`);
}

/** @returns a function that reads a list once for each credential of the items, and again after ten minutes */
function listReader({ field, strictness }: Kind, listId: string, title: string) {
	const source = { sourceName: `the list ${title}`, label: field.displayName, isOfService: true };
	const reads = new Map<string, { contacts: Promise<Contacts>; at: number }>();
	const read = async (service: Service) =>
		new Contacts(await allContacts(service, listId), { ...source, strictness });
	return async (turn: Turn): Promise<Contacts> => {
		if (!turn.service) throw new Error(`${field.displayName} needs a messaging service`);
		const service = await turn.service();
		const key = JSON.stringify([service.baseUrl, service.apiKey]);
		const known = reads.get(key);
		if (known && known.at >= Date.now() - MAX_AGE_MS) return await known.contacts;
		const contacts = read(service);
		reads.set(key, { contacts, at: Date.now() });
		return await contacts;
	};
}
