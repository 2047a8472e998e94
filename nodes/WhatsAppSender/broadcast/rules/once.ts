import { switchOption } from './switchOption';

export const eachRecipientOnce = switchOption(
	{
		displayName: 'Each Recipient Once',
		name: 'eachRecipientOnce',
		description:
			'Whether to skip recipients already sent to in this execution, loops and retries included',
	},
	{
		check({ journal, item, ...pending }) {
			if (journal.messagesForOthers(item, pending) === 0) return undefined;
			return { reason: 'duplicate', words: 'twice' };
		},
	},
);
