import { withPrefix } from '../../errors/nodeErrors';
import { phoneRecipient } from '../../service/recipient';
import { needsCountry } from '../../values/phone';
import type { RuleOption } from '../rule';

/** How many messages the test number gets in an execution. */
const TEST_MESSAGES = 3;

export const testPhone: RuleOption = {
	displayName: 'Send Test To',
	name: 'testPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +62 812-3456-7890',
	description: 'Your own number. It gets the first three messages, and the recipients get nothing.',
	emptyHint: 'a phone number',
	read: (phone) => ({
		check({ journal }) {
			if (journal.record.messages < TEST_MESSAGES) return undefined;
			return { reason: 'test', words: 'not in the test' };
		},
		async redirect(country) {
			try {
				return phoneRecipient(phone, needsCountry(phone) ? await country() : '');
			} catch (error) {
				throw withPrefix('Send Test To', error);
			}
		},
	}),
};
