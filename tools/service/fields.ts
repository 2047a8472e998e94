import { isGroupEntry } from '../../nodes/WhatsAppSender/service/lists';
import { asText } from '../../nodes/WhatsAppSender/values/checks';
import type { Validators } from '../../sandbox/validate';
import type { Finding } from './rows';

type Element = Record<string, unknown>;
type Operation = 'getLists' | 'getListContacts';

/** Elements that are looked at: the others are alike. */
const MOST = 200;

/** The field that the node cannot do without. */
const NEEDED = { getLists: 'id', getListContacts: 'phone' };

/** Compares lists (§2.4) or contacts (§2.5) with the interface's rules; names documented fields only. */
export function compareFields(
	{ json }: Validators,
	operation: Operation,
	elements: Element[],
): Finding {
	const looked = elements.slice(0, MOST);
	const { errors } = json.validateResponse(looked, operation, 200);
	const [missing, different] = [new Set<string>(), new Set<string>()];
	let hasMore = false;
	for (const { keyword, params, instancePath } of errors ?? []) {
		const [, index, field] = instancePath.split('/');
		// Without an index it is about the envelope, which these have been taken out of.
		if (index === undefined) continue;
		if (keyword === 'required') missing.add(String(params.missingProperty));
		else if (keyword === 'additionalProperties') hasMore = true;
		else if (field) different.add(field);
	}
	const seen = [
		missing.size > 0 && `without ${[...missing].join(', ')}`,
		different.size > 0 && `another form: ${[...different].join(', ')}`,
		hasMore && 'more fields',
	].filter(Boolean);
	const [level, means] = judge(operation, looked);
	return [level, seen.join('; ') || 'as documented', means];
}

function judge(operation: Operation, looked: Element[]): [Finding[0], Finding[2]] {
	const key = NEEDED[operation];
	if (looked.every((element) => asText(element[key]) === undefined))
		return ['other', `the node needs "${key}"`];
	if (operation === 'getLists') {
		return looked.every(({ title }) => asText(title))
			? ['works', 'works']
			: ['works', 'works; the drop-down shows IDs'];
	}
	const isClear = (entry: Element) =>
		isGroupEntry(entry) || /^(false|0|)$/i.test(String(entry.is_group).trim());
	return looked.every(isClear)
		? ['works', 'works']
		: ['mind', 'set Send To by hand: groups cannot be told from contacts'];
}
