import type { NodeHint } from 'n8n-workflow';

/** Several items of an operation. `$thisItem` first: without input, `$input` throws. */
const several = (resource: string, operations: string[]) =>
	`$parameter["resource"] === "${resource}" && ${JSON.stringify(operations)}.includes($parameter["operation"]) && !!$thisItem && $input.all().length > 1`;

const SENDS = several('message', ['sendText', 'sendMedia']);
/** Raw, because an option that is an expression counts as set, whatever its result. */
const OPTIONS = '($rawParameter["options"] ?? {})';
/** None where the user has removed the option, or the two numbers in it. */
const DELAY = `${OPTIONS}["delay"]?.seconds`;

const beforeRun = (displayCondition: string, message: string, type?: 'warning'): NodeHint => ({
	message,
	...(type && { type }),
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${displayCondition} }}`,
});

/** Shown by the editor around a run; executions never read them. */
export const hints: NodeHint[] = [
	beforeRun(
		`${SENDS} && !${OPTIONS}["dryRun"] && !${OPTIONS}["testPhone"]`,
		"Sends one message per input item, also when you execute a later node. To check first, add 'Dry Run' under 'Options'.",
	),
	beforeRun(
		`${SENDS} && (!${DELAY} || (${DELAY}.min === 0 && ${DELAY}.max === 0))`,
		"No delay is set, so messages are sent back to back. WhatsApp may block a number that sends many in a short time. Add 'Delay Between Messages' under 'Options'.",
		'warning',
	),
	beforeRun(
		several('list', ['getListContacts']),
		"Reads the list once per input item, so every contact is returned that many times. To read it once, turn on 'Execute Once' under 'Settings'.",
		'warning',
	),
	// The list's title has its number of contacts as the drop-down showed it: `Customers (1250)`.
	// `$rawParameter["list"]` is the ID alone. After a run n8n has a hint of its own.
	beforeRun(
		'$parameter["operation"] === "getListContacts" && $parameter["returnAll"] === false && Number((/\\((\\d+)\\)$/.exec($rawParameter.toJSON().list?.cachedResultName ?? "") ?? [])[1]) > $rawParameter["limit"]',
		"The list has more contacts than 'Limit' returns. To get all of them, turn on 'Return All'.",
		'warning',
	),
];
