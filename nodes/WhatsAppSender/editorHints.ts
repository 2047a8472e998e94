import type { NodeHint } from 'n8n-workflow';
import { sendOptions } from './message/options';
import type { Operation } from './operation';

/** Whether an operation gets several items. Without input, `$input` throws, so `$thisItem` is checked first. */
const hasSeveralItems = (operations: string[]) =>
	`${JSON.stringify(operations)}.includes($parameter["operation"]) && !!$thisItem && $input.all().length > 1`;

/** Raw, because an option that is an expression counts as set, whatever it returns. */
const OPTIONS = '($rawParameter["options"] ?? {})';
/** Empty if the user has removed the option, or its numbers. */
const DELAY = `${OPTIONS}["delay"]?.seconds`;

const beforeRun = (displayCondition: string, message: string, type?: 'warning'): NodeHint => ({
	message,
	...(type && { type }),
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${displayCondition} }}`,
});

/** Hints that the editor shows before a run. Executions do not read them. */
export function editorHints(operations: Operation[]): NodeHint[] {
	const broadcasts = operations.filter(({ fields }) => fields.includes(sendOptions));
	const sendsSeveral = hasSeveralItems(broadcasts.map(({ value }) => value));
	return [
		beforeRun(
			`${sendsSeveral} && !${OPTIONS}["dryRun"] && !${OPTIONS}["testPhone"]`,
			"Sends one message per row, also when you execute a later node. To check first, add 'Dry Run' under 'Options'.",
		),
		beforeRun(
			`${sendsSeveral} && (!${DELAY} || (${DELAY}.min === 0 && ${DELAY}.max === 0))`,
			"No delay is set, so messages are sent back to back. WhatsApp may block a number that sends many in a short time. Add 'Delay Between Messages' under 'Options'.",
			'warning',
		),
		beforeRun(
			hasSeveralItems(['getListContacts']),
			"Reads the list once per row, so every contact is returned that many times. To read it once, turn on 'Execute Once' under 'Settings'.",
			'warning',
		),
	];
}
