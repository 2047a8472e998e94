import type { NodeHint } from 'n8n-workflow';

/** `$thisItem` first: without input, `$input` throws. */
const SEVERAL = '$parameter["resource"] === "message" && !!$thisItem && $input.all().length > 1';
/** Raw, because a delay that is an expression counts as set, whatever its result. */
const OPTIONS = '($rawParameter["options"] ?? {})';

/** Shown by the editor before a run of several items; executions never read it. */
export const messageHints: NodeHint[] = [
	{
		message:
			"Sends one message per input item, in order, and stops at the first failure. To send the others all the same, set 'On Error' to 'Continue' under 'Settings'.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${SEVERAL} }}`,
	},
	{
		message:
			"No delay is set, so messages are sent back to back. WhatsApp may block a number that sends many in a short time. Add 'Minimum Delay' and 'Maximum Delay' under 'Options'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${SEVERAL} && !${OPTIONS}["minDelay"] && !${OPTIONS}["maxDelay"] }}`,
	},
];
