import { WorkflowError } from '../errors/nodeErrors';
import { listField } from '../formFields';
import { normalizeListId } from '../service/lists';
import { locatorOf } from '../values/fixedOrExpression';
import type { Option } from '../values/option';

/** What an option has: the ID of one of the account's lists, or contacts and groups as the user enters them. */
export interface StopList {
	/** Label of the option. */
	label: string;
	value: unknown;
	/** As the drop-down showed it, without the number of contacts, or the ID; none where the contacts are entered. */
	title?: string;
	/** The stored expression that gave it. */
	expression?: string;
}

/** A field for contacts and groups: one of the account's lists, or entered. */
const stopListField = (field: Pick<Option, 'displayName' | 'name' | 'description'>) =>
	({
		...field,
		...listField,
		modes: [
			...listField.modes,
			{
				displayName: 'Numbers',
				name: 'numbers',
				type: 'string',
				placeholder: 'e.g. 6281234567890, 6281234567891',
				hint: 'Numbers and group IDs between commas, or an expression that returns a list of them',
			},
		],
		instead: 'the ID of a list; under Numbers, [] for nobody',
		insteadInTool: 'choose a list, or enter its ID or phone numbers without an expression',
		read: (value, _source, stored) => stopListOf(field.displayName, value, stored),
	}) satisfies Option<StopList>;

export const neverSendTo = stopListField({
	displayName: 'Never Send To',
	name: 'neverSendTo',
	description:
		'Contacts and groups to skip, e.g. people who unsubscribed. If they cannot be read, nothing is sent.',
});

export const onlySendTo = stopListField({
	displayName: 'Only Send To',
	name: 'onlySendTo',
	description: 'The only contacts and groups to send to, e.g. your own team',
});

function stopListOf(label: string, entered: unknown, stored: unknown): StopList {
	const { mode, value, cachedResultName } = locatorOf(entered);
	if (mode === 'numbers') return { label, value, expression: String(locatorOf(stored).value) };
	if (Array.isArray(value)) {
		throw new WorkflowError(`${label} is a list of values, not an ID: choose Numbers for them`);
	}
	const title = String(cachedResultName ?? value).replace(/ \((\d+|\?)\)$/, '');
	return { label, value: normalizeListId(label, value), title };
}
