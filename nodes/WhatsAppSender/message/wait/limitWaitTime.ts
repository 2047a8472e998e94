import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InputError } from '../../errors/nodeErrors';
import { asText, oneOf, quote } from '../../values/checks';
import type { Option } from '../../values/option';
import { millisOf, TIME_FORMAT } from '../../values/schedule';

/** The option of n8n's own messaging nodes. */
export const limitWaitTime: Option<Date> = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	// Without it, n8n does not save the option while its values are the defaults.
	typeOptions: { multipleValues: false },
	description:
		'Whether to continue without a response after some time. The output is then the input item.',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	emptyHint: 'an amount and a unit, or a date and time',
	read: (value, { timezone }) => waitLimit(value, timezone),
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: "When to continue, in the workflow's time zone",
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const UNIT_MS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** When the wait ends. @param option as the node stores it: `{ values: { … } }` */
export function waitLimit(option: unknown, timezone: string, now = Date.now()): Date {
	// n8n leaves out a value that is the field's default.
	const { values = {} } = (option ?? {}) as { values?: Record<string, unknown> };
	const { limitType = 'afterTimeInterval', resumeAmount = 1, resumeUnit = 'hours' } = values;
	const type = oneOf(['afterTimeInterval', 'atSpecifiedTime'], 'Limit Type', limitType);
	const until =
		type === 'atSpecifiedTime'
			? specifiedTime(values.maxDateAndTime, timezone, now)
			: now + interval(resumeAmount, resumeUnit);
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

function specifiedTime(when: unknown, timezone: string, now: number): number {
	const millis = millisOf('Max Date and Time', when, timezone);
	if (millis && millis > now) return millis;
	const problem = millis
		? 'has already passed: enter a later time'
		: `is not a date and time: ${TIME_FORMAT}`;
	throw new InputError(`Max Date and Time ${quote(when)} ${problem}`);
}
