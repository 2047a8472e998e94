import type { NodeHint } from 'n8n-workflow';

/** Shown by the editor before a run of several items; executions never read it. */
export const webhookHints: NodeHint[] = [
	{
		message:
			"Sends one contact per input item, in order, and stops at the first failure. To send the others all the same, set 'On Error' to 'Continue' under 'Settings'.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// `$thisItem` first: without input, `$input` throws.
		displayCondition:
			'={{ $parameter["resource"] === "webhook" && !!$thisItem && $input.all().length > 1 }}',
	},
];
