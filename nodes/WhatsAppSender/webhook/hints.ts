import type { NodeHint } from 'n8n-workflow';

/** What to know before many contacts are sent. The editor alone reads it, no execution does. */
export const webhookHints: NodeHint[] = [
	{
		message:
			"Sends one contact for each input item, in their order, and stops at the first that is not accepted. To go on with the others, choose 'Continue' for 'On Error' under Settings.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// `$thisItem` first: where there is no input yet, `$input` throws.
		displayCondition:
			'={{ $parameter["resource"] === "webhook" && !!$thisItem && $input.all().length > 1 }}',
	},
];
