import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	startSandbox,
	type Fault,
	type RecordedRequest,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import { runWorkflow, type Outcome, type RunOptions } from './run';

/** Starts a sandbox for the tests of one file, fresh before each. */
export function useSandbox(options: SandboxOptions = {}): { readonly sandbox: Sandbox } {
	const holder = {} as { sandbox: Sandbox };
	beforeAll(async () => {
		holder.sandbox = await startSandbox(options);
	});
	beforeEach(() => holder.sandbox.reset());
	afterAll(async () => await holder.sandbox.close());
	return holder;
}

/** The credential of a sandbox. */
export function credentialOf({ apiKey, url }: Sandbox) {
	return { whatsAppSenderApi: { apiKey, baseUrl: url } };
}

const FIRST = 6281200000000;

/** The numbers 6281200000000, 6281200000001, … by their index. */
export const phone = (index: number) => String(FIRST + index);

const indexOf = (request: RecordedRequest) => Number(phoneOf(request)) - FIRST;

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
		...(options.batches ? {} : { items: recipients(3) }),
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

/** Faults by the recipient's index: of every message to it, or of the first, the second, … */
export type Faults = Record<number, Fault | Array<Fault | undefined>>;

export const NO_SIGNAL: Fault = { status: 500, body: 'No signal' };

/** A sandbox for broadcasts to `recipients`, who go by their index. */
export function useBroadcasts() {
	const holder = useSandbox();
	return {
		holder,
		/** Sends to so many recipients, or these items. */
		send: async (items: number | INodeExecutionData[], options: SendOptions = {}) =>
			await sendTexts(holder.sandbox, {
				items: typeof items === 'number' ? recipients(items) : items,
				...options,
			}),
		/** Lets messages of the test fail from now on. */
		fail: (faults: Faults) => {
			const attempts: Record<number, number> = {};
			holder.sandbox.onSend = (request) => {
				const index = indexOf(request);
				const attempt = (attempts[index] = (attempts[index] ?? 0) + 1);
				const fault = faults[index];
				return Array.isArray(fault) ? fault[attempt - 1] : fault;
			};
		},
		/** Recipients of all messages that arrived, in order of arrival. */
		arrivals: () => holder.sandbox.requests.filter(({ method }) => method === 'POST').map(indexOf),
	};
}

/** Runs Get Lists. */
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

/** The number that a message went to. */
export const phoneOf = ({ body }: RecordedRequest) => String((body as { phone: unknown }).phone);

/** What was asked of the lists, in order, as path and query. */
export const asked = ({ requests }: Sandbox): string[] =>
	requests
		.filter(({ method }) => method === 'GET')
		.map(({ path, query }) => path + (query.all === undefined ? '' : `?all=${query.all}`));

const COUNTS =
	/Accepted: (\d+) of (\d+)\.(?: Skipped: (\d+)\.)?(?: Not sent: (\d+)\.)?(?: Also failed: (\d+)\.)?/;

/** How far a run of several items came before it stopped; the counts add up to all of its items. */
export function countsOf({ error }: Pick<Outcome, 'error'>) {
	const found = COUNTS.exec(error?.description ?? '');
	if (!found) return undefined;
	const [accepted, total, skipped, notSent, alsoFailed] = found
		.slice(1)
		.map((count) => Number(count ?? 0));
	expect(accepted + skipped + notSent + alsoFailed + 1).toBe(total);
	return { accepted, skipped, notSent, alsoFailed };
}

/** The items that failed, on whichever output. */
export const failedOf = ({ items, errors }: Outcome) => [
	...items.filter(({ json }) => json.error),
	...errors,
];
