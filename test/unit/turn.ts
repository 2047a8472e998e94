import type { INode } from 'n8n-workflow';
import { Ledger } from '../../nodes/WhatsAppSender/broadcast/ledger';
import type { Rule, RunState } from '../../nodes/WhatsAppSender/broadcast/rule';
import type { Draft } from '../../nodes/WhatsAppSender/broadcast/sender';
import { SharedLists } from '../../nodes/WhatsAppSender/broadcast/stopList';
import { type Option, readOption } from '../../nodes/WhatsAppSender/values/input';

/** A message to a person in Indonesia. */
export const draftTo = (person: string, more: Partial<Draft> = {}): Draft => ({
	recipient: person,
	person,
	country: async () => '62',
	build: async () => ({ send: async () => [] }),
	...more,
});

/** A run of an execution, as the rules see it. */
export const newRun = (): RunState => ({
	number: 0,
	ledger: new Ledger(),
	lists: new SharedLists(),
	notes: new Set(),
});

/** What a rule checks: the message, its run, and the index of its item. */
export const turnTo = (
	person: string,
	more?: Partial<Draft>,
	run = newRun(),
): [Draft, RunState, number] => [draftTo(person, more), run, 0];

/**
 * The rule of an option.
 *
 * @param value of the option, as n8n evaluates it
 * @param stored as the workflow stores it
 */
export function ruleOf(option: Option<Rule>, value: unknown, stored = value, timezone = ''): Rule {
	const options = { [option.name]: stored };
	const node = { type: 'whatsAppSender', parameters: { options } } as unknown as INode;
	return readOption({ node, timezone, parameter: () => value }, option) as Rule;
}
