import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { useSandbox } from '../sandbox/client';
import { runWorkflow, type Outcome, type RunOptions } from './run';

export { useSandbox };

export const PHONE = '6281234567890';

export function credentialOf({ apiKey, url }: Sandbox) {
	return { whatsAppSenderApi: { apiKey, baseUrl: url } };
}

/** A credential whose service nobody runs. */
export const NO_SERVICE = {
	whatsAppSenderApi: { apiKey: 'test-key', baseUrl: 'http://127.0.0.1:1' },
};

/** The numbers 6281200001000, 6281200001001, … by their index. */
export const phone = (index: number) => String(6281200001000 + index);

/** Items with these numbers and a text each. */
export function recipients(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => ({
		json: { phone: phone(index), text: `Message ${index}` },
	}));
}

export type SendOptions = Partial<RunOptions>;

/** Runs Send Text over the items, with `phone` and `text` from each. */
export async function sendTexts(sandbox: Sandbox, options: SendOptions = {}): Promise<Outcome> {
	return await runWorkflow({
		credentials: credentialOf(sandbox),
		items: recipients(3),
		...options,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			phone: '={{ $json.phone }}',
			text: '={{ $json.text }}',
			...options.parameters,
		},
	});
}

export const listById = (value: string) => ({ __rl: true, mode: 'id', value });

type Read = (
	sandbox: Sandbox,
	parameters?: INodeParameters,
	options?: SendOptions,
) => Promise<Outcome>;

export const getLists: Read = async (sandbox, parameters, options) =>
	await runWorkflow({
		credentials: credentialOf(sandbox),
		...options,
		parameters: { resource: 'list', operation: 'getLists', ...parameters },
	});

/** Runs Get List Contacts, for the list L1 by default. */
export const getContacts: Read = async (sandbox, parameters, options) => {
	const operation = { operation: 'getListContacts', list: listById('L1') };
	return await getLists(sandbox, { ...operation, ...parameters }, options);
};

/** The operations that read, and their paths. */
export const READS: Array<[name: string, read: Read, path: string]> = [
	['Get Lists', getLists, '/lists/'],
	['Get List Contacts', getContacts, '/lists/L1'],
];

/** Path and query of all requests for lists, in order. */
export const listRequests = ({ requests }: Sandbox): string[] =>
	requests.filter(({ method }) => method === 'GET').map(({ url }) => url);

/** The items that failed, on either output. */
export const failedOf = ({ items, errors }: Outcome) => [
	...items.filter(({ json }) => json.error),
	...errors,
];
