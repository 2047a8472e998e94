import type { INode } from 'n8n-workflow';
import type { Rule, RuleOption, Turn } from '../../nodes/WhatsAppSender/broadcast/execution';
import { readOption } from '../../nodes/WhatsAppSender/values/input';

/** The turn of a message to a person in Indonesia. */
export const turnTo = (person: string, more: Partial<Turn> = {}): Turn => ({
	item: 0,
	recipient: person,
	person,
	country: async () => '62',
	journal: { notes: new Set<string>(), execution: {} } as unknown as Turn['journal'],
	build: async () => ({ send: async () => [] }),
	...more,
});

/**
 * The rule of an option.
 *
 * @param value of the option, as n8n evaluates it
 * @param stored as the workflow stores it
 */
export function ruleOf(option: RuleOption, value: unknown, stored = value, timezone = ''): Rule {
	const options = { [option.name]: stored };
	const node = { type: 'whatsAppSender', parameters: { options } } as unknown as INode;
	return readOption({ node, timezone, parameter: () => value }, option) as Rule;
}
