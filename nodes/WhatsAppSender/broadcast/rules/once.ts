import { switchOption } from './switchOption';

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
