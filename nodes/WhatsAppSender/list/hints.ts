import type { NodeHint } from 'n8n-workflow';

/** What to know before a list is read several times. The editor alone reads it, no execution does. */
export const listHints: NodeHint[] = [
	{
		message:
			"Reads the list once per input item, so each contact comes out as often. To read it once, turn on 'Execute Once' under 'Settings'.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		// `$thisItem` first: where there is no input yet, `$input` throws.
		displayCondition:
			'={{ $parameter["operation"] === "getListContacts" && $parameter["resource"] === "list" && !!$thisItem && $input.all().length > 1 }}',
	},
];
