import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault, RecordedRequest, Sandbox } from '../../sandbox';
import { useSandbox } from '../sandbox/client';
import type { RunsBy } from './nodeTypes';
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

/** One message, whatever runs the node. */
interface SendCase {
	parameters?: INodeParameters;
	/** The input item. */
	json?: IDataObject;
	/** What the service does; it accepts the message unless set. */
	fault?: Fault;
}

/** Sends messages by the node's turns and by n8n's routing, and compares what both show and send. */
export function useBothPaths() {
	const holder = useSandbox({ rawBodies: true });

	/**
	 * @returns what the turns show; the routing, which is for tools alone, shows the model the same row, or the
	 * message of the error
	 */
	async function byBoth({ parameters, json = {}, fault }: SendCase, more: SendOptions = {}) {
		const { sandbox } = holder;
		const { form } = sandbox;
		const all = { phone: PHONE, text: 'Hello', ...parameters };
		const runBy = async (runsBy: RunsBy) => {
			sandbox.reset();
			Object.assign(sandbox, { form, onSend: fault && (() => fault) });
			const options = { items: [{ json }], ...more, parameters: all, runsBy };
			const outcome = await sendTexts(sandbox, options);
			return { ...outcome, requests: sandbox.requests.map(onTheWire) };
		};
		const byRouting = await runBy('routing');
		const byTurns = await runBy('turns');
		expect(byRouting.requests).toEqual(byTurns.requests);
		const { error, items } = byTurns;
		if (error) expect(byRouting.items[0].json.error).toBe(error.message);
		else expect(byRouting.items).toEqual(items);
		return byTurns;
	}

	return { holder, byBoth };
}

/** A request with its every byte; the boundary of a form is random. */
function onTheWire({ method, path, query, headers, rawBody }: RecordedRequest): string {
	const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))?.[1];
	const whole = JSON.stringify([method, path, query, headers, rawBody?.toString('latin1')]);
	return boundary ? whole.replaceAll(boundary, 'BOUNDARY') : whole;
}
