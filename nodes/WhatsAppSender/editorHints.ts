import type { NodeHint } from 'n8n-workflow';

/** Whether an operation gets several items. Without input, `$input` throws, so `$thisItem` is checked first. */
const isForSeveral = (...operations: string[]) =>
	`${JSON.stringify(operations)}.includes($parameter["operation"]) && !!$thisItem && $input.all().length > 1`;

/** Raw, because an expression counts as set. Nothing if the user has removed the option, or its numbers. */
const DELAY = '($rawParameter["options"] ?? {})["delay"]?.seconds';

const warning = (displayCondition: string, message: string): NodeHint => ({
	message,
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${displayCondition} }}`,
});

/** Hints that the editor shows before a run. Executions do not read them. */
export const hints: NodeHint[] = [
	warning(
		`${isForSeveral('sendText', 'sendMedia')} && (!${DELAY} || (${DELAY}.min === 0 && ${DELAY}.max === 0))`,
		"No delay is set, so messages are sent back to back. WhatsApp may block a number that sends many in a short time. Add 'Delay Between Messages' under 'Options'.",
	),
	warning(
		isForSeveral('getListContacts'),
		"Reads the list once per input item, so every contact is returned that many times. To read it once, turn on 'Execute Once' under 'Settings'.",
	),
];
