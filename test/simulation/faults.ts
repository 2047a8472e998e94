import type { IDataObject } from 'n8n-workflow';
import type { AttemptName } from './attempts';
import { NO_NUMBER, UNREADABLE } from './lists';
import type { Plan } from './plan';

/**
 * Options that have an expression for each item, which may give nothing, or a value that the option does not
 * take; and what the error calls them.
 */
const FAULTS: Array<{ option: string; label: string; values: IDataObject[] }> = [
	{
		option: 'delay',
		label: 'Delay Between Messages',
		values: [{ min: -1 }, { max: 'soon' }, { min: ' ' }],
	},
	{ option: 'eachRecipientOnce', label: 'Each Recipient Once', values: [{ value: 'maybe' }] },
	{ option: 'dryRun', label: 'Dry Run', values: [{ value: 'maybe' }] },
	{ option: 'checkFirst', label: 'Check All Items First', values: [{ value: 'maybe' }] },
	{
		...{ option: 'maxPerExecution', label: 'Max Messages per Execution' },
		values: [{ value: 0 }, { value: 'many' }],
	},
	{
		...{ option: 'neverSendTo', label: 'Never Send To' },
		values: [
			{ mode: 'id', value: ['1'] },
			{ mode: 'numbers', value: { phone: '1' } },
			...[
				{ mode: 'numbers', value: ',' },
				{ mode: 'numbers', value: NO_NUMBER },
			],
			{ mode: 'id', value: UNREADABLE },
		],
	},
	{
		...{ option: 'sendHours', label: 'Send Only Between' },
		values: [
			...[
				{ from: '24:00' },
				{ to: '12:60' },
				{ to: '9' },
				{ from: '109:00' },
				{ to: '9:000' },
				{ from: '9:00', to: '09:00' },
			],
			...[{ days: ['someday'] }, { days: [] }],
		],
	},
	{
		...{ option: 'sendAt', label: 'Send At' },
		values: [{ value: 'soon' }, { value: '2020-01-01T00:00:00Z' }],
	},
];

/** What is wrong with an option of an item in an attempt: a part of its value; none where it has no result. */
export function faultOf(attempt: AttemptName, item: number, { items, isScheduled }: Plan) {
	if (attempt !== 'no result' && attempt !== 'bad option') return undefined;
	const chance = items[item].sendAt;
	// Other messages have no time.
	const { option, label, values } = FAULTS[chance % (FAULTS.length - (isScheduled ? 0 : 1))];
	const bad = values[Math.floor(chance / 8) % values.length];
	return { option, label, value: attempt === 'bad option' ? bad : undefined };
}
