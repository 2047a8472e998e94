import type { NodeHint } from 'n8n-workflow';

/** What one should know before many contacts are sent. The editor alone reads it. */
export const webhookHints: NodeHint[] = [
	{
		message:
			"Each input item is one contact, sent in the order of the items. If one fails, no further contact is sent: change this in the settings under 'On Error'.",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '={{ $parameter["resource"] === "webhook" && $input.all().length > 1 }}',
	},
];
