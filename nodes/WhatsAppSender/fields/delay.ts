import type { INodeProperties } from 'n8n-workflow';

/** Options for the speed of a run of several items, in alphabetical order; `takeTurns` reads them. */
export const turnOptions: INodeProperties[] = [
	{
		displayName: 'Maximum Delay (Seconds)',
		name: 'maxDelay',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		description:
			"Longest delay between two messages. With 'Minimum Delay', each delay is random between the two. Alone, every delay is this long.",
	},
	{
		displayName: 'Messages at Once',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 1,
		description: 'How many messages to send in parallel. Keep 1 to preserve the order of items.',
		// A call of an AI agent has one item.
		displayOptions: { hide: { '@tool': [true] } },
	},
	{
		displayName: 'Minimum Delay (Seconds)',
		name: 'minDelay',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		description:
			"Shortest delay between two messages. With 'Maximum Delay', each delay is random between the two. Alone, every delay is this long.",
	},
];
