import type { INodeProperties } from 'n8n-workflow';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const days = DAYS.map((name) => ({ name, value: name.slice(0, 3).toLowerCase() }));
const EVERY_DAY = days.map(({ value }) => value);

export const sendHours: INodeProperties = {
	displayName: 'Send Only Between',
	name: 'sendHours',
	type: 'fixedCollection',
	// Without it, n8n 1.x does not save the option while its hours are the default ones.
	typeOptions: { multipleValues: false },
	description:
		"Hours and days in which messages may start, in the workflow's time zone. Outside of them, items are skipped.",
	default: { hours: { from: '09:00', to: '20:00', days: EVERY_DAY } },
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
					description: 'Time from which messages may start',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '20:00',
					placeholder: 'e.g. 20:00',
					description:
						"Time from which no message starts any more, at most 24:00. If it is before 'From', the hours end on the next day.",
				},
				{
					displayName: 'Days',
					name: 'days',
					type: 'multiOptions',
					options: days,
					default: [...EVERY_DAY],
					description: 'Days on which the hours begin',
				},
			],
		},
	],
};
