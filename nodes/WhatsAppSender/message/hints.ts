import type { NodeHint } from 'n8n-workflow';

/** Raw parameters are not evaluated: an expression that fails must not take the hint with it. */
const OPTIONS = '($rawParameter["options"] ?? {})';

/** What a sender of many messages should know before the first one goes out. The editor alone reads it. */
export const messageHints: NodeHint[] = [
	{
		message:
			"Each input item is one message, sent in the order of the items. If one fails, no further message is sent: change this in the settings under 'On Error'.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["resource"] === "message" && $input.all().length > 1 }}',
	},
	{
		message:
			"No delay is set, so the messages follow each other at once. WhatsApp may block a number that sends many in a short time: add 'Minimum Delay' and 'Maximum Delay' under 'Options'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $parameter["resource"] === "message" && $input.all().length > 1 && !${OPTIONS}["minDelay"] && !${OPTIONS}["maxDelay"] }}`,
	},
];
