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

/** A list that is older is read again before the next message. */
const OLDEST_MS = 10 * 60_000;

/** What differs between the two options. */
interface Kind {
	field: Pick<Option, 'displayName' | 'name' | 'description'>;
	strictness: Strictness;
	/** Whether a person gets the message. */
	lets(isListed: boolean): boolean;
	/** Why people are skipped, for the hint. @param where title of a list of the service */
	words(where?: string): string;
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
	emptyHint: 'the ID of a list; under Numbers, [] for nobody',
	toolHint: 'choose a list, or enter its ID or phone numbers without an expression',
	read: (entered, _source, stored) => stopListRule(kind, entered, stored),
});

export const neverSendTo = stopListOption({
	field: {
		displayName: 'Never Send To',
		name: 'neverSendTo',
		description:
			'Contacts and groups to skip, e.g. people who unsubscribed. If they cannot be read, nothing is sent.',
	},
	strictness: 'everyone',
	lets: (isListed) => !isListed,
	words: (where) => (where ? `on the list ${where}` : 'in Never Send To'),
});

export const onlySendTo = stopListOption({
	field: {
		displayName: 'Only Send To',
		name: 'onlySendTo',
		description: 'The only contacts and groups to send to, e.g. your own team',
	},
	strictness: 'one a row',
	lets: (isListed) => isListed,
	words: (where) => (where ? `not on the list ${where}` : 'not in Only Send To'),
});

function stopListRule(kind: Kind, entered: unknown, stored: unknown): Rule {
	const { displayName, name } = kind.field;
	const { mode, value, cachedResultName } = locatorOf(entered);
	const isEntered = mode === 'numbers';
	// The drop-down shows the number of contacts behind the title.
	const title = isEntered
		? undefined
		: String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	const contactsFor = isEntered
		? alwaysThe(enteredContacts(kind, value, locatorOf(stored).value))
		: listReader(kind, listIdOf(displayName, value), title as string);
	const skip = { reason: name, words: kind.words(title) };
	return {
		async check(turn) {
			const contacts = await contactsFor(turn).catch((error: unknown) => {
				throw withPrefix(prevented(displayName, turn), error);
			});
			const isListed = await contacts.include(turn);
			return kind.lets(isListed) ? undefined : skip;
		},
	};
}

const prevented = (label: string, { recipient }: Turn) =>
	`${label} could not be checked, so nothing was sent to ${recipient}`;

const alwaysThe = (contacts: Contacts) => async () => contacts;

function enteredContacts({ field, strictness }: Kind, value: unknown, stored: unknown): Contacts {
	const label = field.displayName;
	const node = /\$\(\s*(['"`])(.*?)\1\s*\)/.exec(String(stored))?.[2];
	if (isExpression(stored) && !Array.isArray(value)) refuseOneOfSeveral(label, value, node);
	const entries = Array.isArray(value) ? value : entriesIn(label, value);
	return new Contacts(entries, { where: node ?? label, label, isOfService: false, strictness });
}

/** Refuses one row, as of a dragged field or `.first()`: the people in the other rows would get the message. */
function refuseOneOfSeveral(label: string, value: unknown, node = 'Name of the node'): void {
	if (!isObject(value) && entriesIn(label, value).length > 1) return;
	const what = isObject(value) ? 'one row' : 'one number';
	throw new WorkflowError(
		`${label} gives ${what} alone, and the expression may have left out others: use {{ $('${node}').all() }}`,
	);
}

function listIdOf(label: string, value: unknown): string {
	if (!Array.isArray(value)) return normalizeListId(label, value);
	throw new WorkflowError(`${label} is ${kindOf(value)}, not the ID of a list: choose Numbers`);
}

/** @returns a function that reads a list once for each credential of the items, and again after ten minutes */
function listReader({ field, strictness }: Kind, listId: string, title: string) {
	const source = { where: `the list ${title}`, label: field.displayName, isOfService: true };
	const reads = new Map<string, { contacts: Promise<Contacts>; at: number }>();
	const read = async (service: Service) =>
		new Contacts(await allContacts(service, listId), { ...source, strictness });
	return async (turn: Turn): Promise<Contacts> => {
		const service = await (turn.service as () => Promise<Service>)();
		const key = JSON.stringify([service.baseUrl, service.apiKey]);
		const known = reads.get(key);
		if (known && known.at >= Date.now() - OLDEST_MS) return await known.contacts;
		const contacts = read(service);
		reads.set(key, { contacts, at: Date.now() });
		return await contacts;
	};
}
