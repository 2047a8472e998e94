import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../errors/failures';
import {
	choiceField,
	choiceOf,
	enteredText,
	type Field,
	groupIn,
	oneOf,
	type Option,
	optionsField,
	textField,
	valuesIn,
} from '../../values/formFields';
import { asText, optionalText, quote } from '../../values/text';
import { futureMillis } from '../../values/schedule';
import type { Item } from '../item';
import { countryCode } from '../options';
import type { Question } from './page';

/** The fields of a fixed collection, nested as in n8n's own messaging nodes. */
const valuesGroup = (...values: Field[]) => [{ displayName: 'Values', name: 'values', values }];

const limitType = choiceField('Limit Type', 'limitType', 'afterTimeInterval', {
	options: [
		{ name: 'After Time Interval', value: 'afterTimeInterval' },
		{ name: 'At Specified Time', value: 'atSpecifiedTime' },
	],
});

/** The option of n8n's own messaging nodes. */
export const limitWaitTime: Option<Date> = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	// Without it, n8n does not save the option while its values are the defaults.
	typeOptions: { multipleValues: false },
	description:
		'Whether to continue without a response after some time. The row is then passed on unchanged.',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	emptyHint: 'an amount and a unit, or a date and time',
	read: (value, { timezone }) => waitLimit(value, timezone),
	options: valuesGroup(
		limitType,
		{
			displayName: 'Amount',
			name: 'resumeAmount',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 1,
			displayOptions: { show: { limitType: ['afterTimeInterval'] } },
		},
		choiceField('Unit', 'resumeUnit', 'hours', {
			options: [
				{ name: 'Minutes', value: 'minutes' },
				{ name: 'Hours', value: 'hours' },
				{ name: 'Days', value: 'days' },
			],
			displayOptions: { show: { limitType: ['afterTimeInterval'] } },
		}),
		{
			displayName: 'Max Date and Time',
			name: 'maxDateAndTime',
			type: 'dateTime',
			default: '',
			description: "When to continue, in the workflow's time zone",
			displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
		},
	),
};

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** When the wait ends. @param option as the node stores it: `{ values: { … } }` */
function waitLimit(option: unknown, timezone: string): Date {
	const values = groupIn(limitWaitTime.displayName, option, 'values');
	// n8n leaves out a value that is the field's default.
	const { resumeAmount = 1, resumeUnit = 'hours' } = values;
	const type = oneOf(valuesIn(limitType), 'Limit Type', values.limitType ?? limitType.default);
	const until =
		type === 'atSpecifiedTime'
			? futureMillis('Max Date and Time', values.maxDateAndTime, timezone)
			: Date.now() + interval(resumeAmount, resumeUnit);
	// n8n takes this date for a wait without a limit.
	return new Date(Math.min(until, WAIT_INDEFINITELY.getTime()));
}

function interval(entered: unknown, unit: unknown): number {
	const amount = Number(asText(entered)?.trim());
	const unitMs = UNIT_MS[oneOf(Object.keys(UNIT_MS), 'Unit of Limit Wait Time', unit)];
	if (amount > 0) return amount * unitMs;
	throw new InputError(
		`Amount ${quote(entered)} of Limit Wait Time is not a time to wait: enter a number above 0`,
	);
}

const textOption = (displayName: string, name: string, more: Partial<Option>): Option<string> => ({
	...textField(displayName, name, more),
	emptyHint: undefined,
	read: (value) => optionalText(displayName, value).trim(),
});

export const linkText = textOption('Link Text', 'linkText', {
	// Without these words, people answer in the chat.
	default: 'Respond here:',
	description: 'Text before the link in the message. If empty, only the link is added.',
});

const pageText = textOption('Page Text', 'pageText', {
	typeOptions: { rows: 4 },
	description: 'Text of the page. If empty, the page repeats the message.',
});

const pageTitle = textOption('Page Title', 'pageTitle', {
	placeholder: 'e.g. Example Shop',
	description: 'Heading of the page. Enter who is asking.',
});

const responseType = choiceField('Response Type', 'responseType', 'approval', {
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The recipient taps a button to approve or to decline',
		},
		{ name: 'Free Text', value: 'freeText', description: 'The recipient writes a text' },
	],
});

const approvalType = choiceField('Type of Approval', 'approvalType', 'double', {
	options: [
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Approve and Disapprove', value: 'double' },
	],
});

const approvalOptions: Field = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	options: valuesGroup(
		approvalType,
		textField('Approve Button Label', 'approveLabel', {
			default: 'Approve',
			description: "Text of the button that approves. 'Approve' is shown in the reader's language.",
		}),
		textField('Disapprove Button Label', 'disapproveLabel', {
			default: 'Decline',
			description: "Text of the button that declines. 'Decline' is shown in the reader's language.",
			displayOptions: { show: { approvalType: ['double'] } },
		}),
	),
	displayOptions: { show: { responseType: ['approval'] } },
};

/** What the page asks for, with the names that n8n's own messaging nodes use. */
export const responseFields: Field[] = [
	responseType,
	approvalOptions,
	optionsField([countryCode, limitWaitTime, linkText, pageText, pageTitle]),
];

/** The question of an item. @param message the text of the page, unless Page Text is set */
export const questionOf = (item: Item, run: number, message: string): Question => ({
	run,
	title: item.option(pageTitle) ?? '',
	text: item.option(pageText) || message,
	buttons: buttonsOf(item),
	until: (item.option(limitWaitTime) ?? WAIT_INDEFINITELY).getTime(),
});

function buttonsOf(item: Item): Question['buttons'] {
	if (choiceOf(item, responseType) === 'freeText') return [];
	const labelOf = (field: string, name: string) =>
		optionalText(field, enteredText(item, field, `approvalOptions.values.${name}`)).trim();
	const approve = labelOf('Approve Button Label', 'approveLabel') || 'Approve';
	const buttons = [{ approved: true, label: approve }];
	const path = 'approvalOptions.values.approvalType';
	if (choiceOf(item, approvalType, path) === 'single') return buttons;
	const decline = labelOf('Disapprove Button Label', 'disapproveLabel') || 'Decline';
	return [...buttons, { approved: false, label: decline }];
}
