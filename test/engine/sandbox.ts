import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../sandbox';
import { useSandbox } from '../sandbox/client';
import { runWorkflow, type Outcome, type RunOptions } from './run';

export { useSandbox };

export function credentialOf({ apiKey, url }: Sandbox) {
	return { whatsAppSenderApi: { apiKey, baseUrl: url } };
}

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

export async function getLists(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
	options: SendOptions = {},
): Promise<Outcome> {
	return await runWorkflow({
		credentials: credentialOf(sandbox),
		...options,
		parameters: { resource: 'list', operation: 'getLists', ...parameters },
	});
}

/** Runs Get List Contacts for a list by its id. */
export async function getContacts(
	sandbox: Sandbox,
	listId: string,
	parameters: INodeParameters = {},
	options: SendOptions = {},
): Promise<Outcome> {
	const list = { __rl: true, mode: 'id', value: listId };
	return await getLists(sandbox, { operation: 'getListContacts', list, ...parameters }, options);
}

/** The operations that read, of one list by its ID where they read contacts, and their path. */
export const READS: Array<[name: string, read: typeof getLists, path: string]> = [
	['Get Lists', getLists, '/lists/'],
	[
		'Get List Contacts',
		async (sandbox, parameters, options) =>
			await getContacts(sandbox, 'L1', { returnAll: false, limit: 1, ...parameters }, options),
		'/lists/L1',
	],
];

/** What was asked of the lists, in order, as path and query. */
export const asked = ({ requests }: Sandbox): string[] =>
	requests
		.filter(({ method }) => method === 'GET')
		.map(({ path, query }) => path + (query.all === undefined ? '' : `?all=${query.all}`));

/** The items that failed, on whichever output. */
export const failedOf = ({ items, errors }: Outcome) => [
	...items.filter(({ json }) => json.error),
	...errors,
];

export const PHONE = '6281234567890';

/** One message. */
interface SendCase {
	parameters?: INodeParameters;
	/** The input item. */
	json?: IDataObject;
	/** What the service does; it accepts the message unless set. */
	fault?: Fault;
}

/** A sandbox, and what sends one message to it. */
export function useMessage() {
	const holder = useSandbox({ rawBodies: true });
	const sendOne = async ({ parameters, json = {}, fault }: SendCase, more: SendOptions = {}) => {
		const { sandbox } = holder;
		const { form } = sandbox;
		sandbox.reset();
		Object.assign(sandbox, { form, onSend: fault && (() => fault) });
		const all = { phone: PHONE, text: 'Hello', ...parameters };
		return await sendTexts(sandbox, { items: [{ json }], ...more, parameters: all });
	};
	return { holder, sendOne };
}
