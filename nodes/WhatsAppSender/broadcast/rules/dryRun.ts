import { switchOption } from './switchOption';

export const dryRun = switchOption(
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		description: 'Whether to send nothing, and return what would be sent',
	},
	{ isDryRun: true },
);
