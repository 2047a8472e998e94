import type { INode } from 'n8n-workflow';
import type { Channel, Target } from '../../nodes/WhatsAppSender/broadcast/channel';
import { Ledger } from '../../nodes/WhatsAppSender/broadcast/ledger';
import type { RunState } from '../../nodes/WhatsAppSender/broadcast/rule';
import { SharedLists } from '../../nodes/WhatsAppSender/broadcast/stopList';
import { type Option, readOption } from '../../nodes/WhatsAppSender/values/formFields';

/** How messages to people in Indonesia are sent. */
const channelWith = (more: Partial<Channel>): Channel => ({
	target: async () => targetOf(''),
	country: async () => '62',
	payload: async () => undefined,
	post: async () => [],
	...more,
});

export const targetOf = (person: string, columns?: Target['columns']): Target => ({
	item: 0,
	recipient: person,
	person,
	columns,
});

/** A run of an execution, as the rules see it. */
export const newRun = (more: Partial<Channel> = {}): RunState => ({
	number: 0,
	ledger: new Ledger(),
	channel: channelWith(more),
	options: { isDryRun: false, isTest: false },
	lists: new SharedLists(),
	notes: new Set(),
});

/** What a rule checks: who receives the message, and its run. */
export const turnTo = (
	person: string,
	more: Partial<Channel> = {},
	run = newRun(),
): [Target, RunState] => [targetOf(person), { ...run, channel: channelWith(more) }];

/**
 * What the node reads of an option.
 *
 * @param value of the option, as n8n evaluates it
 * @param stored as the workflow stores it
 */
export function valueOf<T>(option: Option<T>, value: unknown, stored = value, timezone = ''): T {
	const options = { [option.name]: stored };
	const node = { type: 'whatsAppSender', parameters: { options } } as unknown as INode;
	const source = { node, timezone, parameter: () => value, evaluate: () => undefined };
	return readOption(source, option) as T;
}
