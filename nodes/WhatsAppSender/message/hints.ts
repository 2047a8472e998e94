import type { NodeHint } from 'n8n-workflow';

/** `$thisItem` first: where there is no input yet, `$input` throws. */
const SEVERAL = '$parameter["resource"] === "message" && !!$thisItem && $input.all().length > 1';
/** Raw, because a delay that is an expression is set, whatever it comes to. */
const OPTIONS = '($rawParameter["options"] ?? {})';

/** What to know before many messages go out. The editor alone reads it, no execution does. */
export const messageHints: NodeHint[] = [
	{
		message:
			"Sends one message for each input item, in their order, and stops at the first that is not accepted. To go on with the others, choose 'Continue' for 'On Error' under Settings.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${SEVERAL} }}`,
	},
	{
		message:
			"No delay is set, so the messages follow each other at once. WhatsApp may block a number that sends many in a short time: add 'Minimum Delay' and 'Maximum Delay' under 'Options'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${SEVERAL} && !${OPTIONS}["minDelay"] && !${OPTIONS}["maxDelay"] }}`,
	},
];
