import { WorkflowError } from '../../errors/nodeErrors';
import { asText, quote } from '../../values/checks';
import type { RuleOption } from '../rule';

export const maxPerExecution: RuleOption = {
	displayName: 'Max Messages per Execution',
	name: 'maxPerExecution',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Maximum number of messages per execution, including loops and retries. Further items are skipped.',
	emptyHint: 'a number of messages',
	read(value) {
		const max = Number(asText(value) || Number.NaN);
		if (Number.isInteger(max) && max >= 1) {
			const skip = { reason: 'maxPerExecution', words: 'over the maximum' };
			return { check: ({ journal }) => (journal.record.messages >= max ? skip : undefined) };
		}
		throw new WorkflowError(
			`Max Messages per Execution ${quote(value)} is not a number of messages: enter a whole number, 1 or more`,
		);
	},
};
