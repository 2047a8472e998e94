import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { description } from './form';

/** Labels of n8n's own editor, as the guides name them. */
const OF_THE_EDITOR = [
	...['+', '⋯', '✨', 'D', 'Active', 'Publish', 'Settings', 'Timezone'],
	...['Import', 'From file', 'Import from File'],
	...['Execute step', 'Execute workflow', 'Error Workflow', 'Executions', 'Retry'],
	'Retry with original workflow (from node with error)',
	'Retry with currently saved workflow (from node with error)',
	...['On Error', 'Stop Workflow', 'Continue', 'Continue (using error output)'],
	...['Retry On Fail', 'Max. Tries', 'Wait Between Tries (ms)'],
	...['Workflows', 'Data tables', 'Create data table', 'Add Column', 'Type'],
	...['Data table', 'Fixed', 'From list', 'Batch Size', 'Name'],
	...['Production URL', 'Predefined Credential Type', 'Message Actions'],
];

const LABELLED = ['displayName', 'name', 'action'];

/** Every text that the form shows as a label, wherever it lies in the description. */
function labelsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && LABELLED.includes(key) ? [inner] : labelsIn(inner),
	);
}

/** What a guide may print in bold. */
export const labels = new Set([
	...OF_THE_EDITOR,
	...labelsIn(description),
	...labelsIn(new WhatsAppSenderApi()),
]);
