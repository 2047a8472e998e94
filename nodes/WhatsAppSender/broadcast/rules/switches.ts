import { isOn } from '../../values/checks';
import type { Option } from '../../values/option';
import type { Rule, RuleOption } from '../rule';

/** A switch that is on once it is added. The hint tells a model building a workflow that it is off until then. */
const switchOption = (
	field: Pick<Option, 'displayName' | 'name' | 'description'>,
	rule: Rule,
): RuleOption => ({
	...field,
	type: 'boolean',
	default: true,
	builderHint: { propertyHint: 'Off unless added: set it to true to turn it on' },
	emptyHint: 'false to turn it off',
	read: (value) => (isOn(field.displayName, value) ? rule : {}),
});

export const dryRun = switchOption(
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		description: 'Whether to send nothing, and return what would be sent',
	},
	{ isDryRun: true },
);

export const eachRecipientOnce = switchOption(
	{
		displayName: 'Each Recipient Once',
		name: 'eachRecipientOnce',
		description:
			'Whether to skip recipients who already got a message in this execution, including loops and retries',
	},
	{
		check({ journal, item, ...pending }) {
			if (journal.messagesForOthers(item, pending) === 0) return undefined;
			return { reason: 'duplicate', words: 'twice' };
		},
	},
);
