import { withPrefix, WorkflowError } from '../errors/failures';
import { isExpression, locatorOf } from '../values/expressions';
import { listField, type Option } from '../values/formFields';
import { asText, isObject, kindOf } from '../values/text';
import { allContacts, normalizeListId, type Service } from '../service/service';
import { pause } from '../values/promises';
import type { Rule, RunState } from './rule';
import type { Target } from './channel';
import { partsOf, type Source, StopList } from './stopList';

/** A field for contacts and groups: a list of the service, or numbers that the user enters. */
const stopListOption = (
	isOnly: boolean,
	field: Pick<Option<Rule>, 'displayName' | 'name' | 'description'>,
): Option<Rule> => ({
	...field,
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
	read(locator, { evaluate }, storedLocator): Rule {
		const { displayName: label, name: reason } = field;
		const { mode, value, cachedResultName } = locatorOf(locator);
		const stored = locatorOf(storedLocator).value;
		const isOfService = mode !== 'numbers';
		// The drop-down shows the number of contacts behind the title.
		const title = (asText(cachedResultName ?? value) ?? '').replace(/ \((\d+|\?)\)$/, '');
		const nodes = isOfService ? [] : [...(asText(stored) ?? '').matchAll(NODES)];
		const name = isOfService ? `the list ${title}` : (nodes[0]?.[1] ?? label);
		const source = { label, name, isOnly, isOfService };
		const readList = isOfService
			? serviceList(source, value)
			: enteredList(source, enteredEntries(source, value, stored));
		// n8n's `.all()` returns the items of a node's last run, e.g. of the last page that a loop has read.
		const runNotes = nodes.flatMap(([, node, all]) => {
			const runs = all ? Number(evaluate(`{{ $node[${JSON.stringify(node)}].runIndex }}`)) + 1 : 1;
			return runs > 1 ? `${label} contains only the last of ${runs} runs of ${node}.` : [];
		});
		const place = isOfService ? `on the list ${title}` : `in ${label}`;
		const skip = { reason, words: isOnly ? `not ${place}` : place };
		return {
			async check(target, run) {
				const list = await readList(target, run);
				const readCountry = async () => (await run.channel.country?.(target)) ?? '';
				for (const note of [...runNotes, ...list.notes]) run.notes.add(note);
				if (isOnly) return (await list.allows(target.person, readCountry)) ? undefined : skip;
				if (list.contains(target.person)) return skip;
				// A value that cannot be read may be this person's number.
				list.refuseUnclear();
				return undefined;
			},
		};
	},
});

export const neverSendTo = stopListOption(false, {
	displayName: 'Never Send To',
	name: 'neverSendTo',
	description:
		'Contacts and groups to skip, e.g. people who unsubscribed. If the list cannot be read, nothing is sent.',
});

export const onlySendTo = stopListOption(true, {
	displayName: 'Only Send To',
	name: 'onlySendTo',
	description: 'The only contacts and groups to send to, e.g. your own team',
});

/** @returns a function that reads a list of the service, once for each credential of the items */
function serviceList(source: Source, value: unknown) {
	const { label } = source;
	const listId = normalizeListId(label, value);
	const failures = new Map<string, unknown>();
	return async (target: Target, { channel, lists }: RunState): Promise<StopList> => {
		if (!channel.service) throw new Error(`${label} needs a messaging service`);
		const service = await channel.service(target);
		const key = JSON.stringify([label, listId, service.baseUrl, service.apiKey]);
		const read = async () => await StopList.prepare(await contactsOf(service, listId), source);
		try {
			if (failures.has(key)) throw failures.get(key);
			return await lists.ofService.get(key, read);
		} catch (error) {
			failures.set(key, error);
			const prefix = `${label} could not be checked, so nothing was sent to ${target.recipient}`;
			throw error instanceof WorkflowError ? error : withPrefix(prefix, error);
		}
	};
}

/** The contacts of a list. A broadcast of hours reads it many times, so a read that fails is tried again. */
const contactsOf = async (
	service: Service,
	listId: string,
	[delay, ...delays]: number[] = [1000, 3000],
): Promise<unknown[]> =>
	await allContacts(service, listId).catch(async (error: unknown) => {
		if (delay === undefined) throw error;
		await pause(delay);
		return await contactsOf(service, listId, delays);
	});

/** @returns a function that reads the entries, once for the run */
function enteredList(source: Source, entries: unknown[]) {
	let list: Promise<StopList> | undefined;
	return async (_target: Target, { lists }: RunState): Promise<StopList> =>
		await (list ??= lists.prepare(entries, source));
}

/** The nodes that an expression reads, and whether it reads all items. */
const NODES = /\$\(\s*['"`]([^'"`]*)['"`]\s*\)(\s*\.\s*all\(\s*\))?/g;

/** The entries of a text that the user enters, or of what an expression gives. */
function enteredEntries(source: Source, value: unknown, stored: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	const { label } = source;
	const text = asText(value ?? '');
	if (text?.trim() === '[]') return [];
	if (text === undefined && !isObject(value)) {
		throw new WorkflowError(
			`${label} is ${kindOf(value)}, not phone numbers: return text or a list`,
		);
	}
	const [first, second] = text === undefined ? [value] : partsOf(text);
	if (first === undefined) {
		throw new WorkflowError(`${label} is empty: enter phone numbers, or remove the option`);
	}
	if (second === undefined) refuseOne(source, text === undefined ? 'row' : 'number', stored);
	return [text ?? value];
}

/** @throws WorkflowError if an expression gives a single number or row, because it may have left out the others */
function refuseOne({ label, name, isOnly }: Source, what: string, stored: unknown): void {
	// With `.join(`, a list of one is a text of one.
	if (isOnly || !isExpression(stored) || !stored.includes('{{') || stored.includes('.join('))
		return;
	const node = name === label ? 'Name of the node' : name;
	throw new WorkflowError(
		`${label} contains only one ${what}, and the expression may leave out others: use {{ $('${node}').all() }}, or {{ [ … ] }} to mean just this one`,
	);
}
