import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
export { withDelay } from '../../rig/workflows/nodes';
import type { Fault, RecordedRequest, Sandbox, SandboxOptions } from '../../sandbox';
import type { Outcome } from './run';
import { phone, recipients, sendTexts, useSandbox, type SendOptions } from './sandbox';

export const [AYU, BUDI, CITRA, DEWI] = [0, 1, 2, 3].map(phone);

/** Items with these numbers and the same text. */
export const messages = (...numbers: unknown[]): INodeExecutionData[] =>
	numbers.map((number) => ({ json: { phone: number, text: 'Hello' } as IDataObject }));

/** Faults by the recipient's index: of every message to it, or of the first, the second, … */
export type Faults = Record<number, Fault | undefined | Array<Fault | undefined>>;

export const NO_SIGNAL: Fault = { status: 500, body: 'No signal' };

/** A broadcast to so many recipients, or with these items; `options` are the node's. */
export interface Broadcast extends Omit<SendOptions, 'items'> {
	to?: number | INodeExecutionData[];
	options?: object;
	faults?: Faults;
}

/** A sandbox for broadcasts to `recipients`. Tests name a recipient by its index. */
export function useBroadcasts(sandboxOptions?: SandboxOptions) {
	const holder = useSandbox(sandboxOptions);
	const indexOf = ({ body }: RecordedRequest) => Number((body as IDataObject).phone) - Number(AYU);
	const setFaults = (faults: Faults) => {
		const attempts: Record<number, number> = {};
		holder.sandbox.onSend = (request) => {
			const index = indexOf(request);
			const attempt = (attempts[index] = (attempts[index] ?? 0) + 1);
			const fault = faults[index];
			return Array.isArray(fault) ? fault[attempt - 1] : fault;
		};
	};
	const arrivals = () =>
		holder.sandbox.requests.filter(({ method }) => method === 'POST').map(indexOf);
	return {
		holder,
		setFaults,
		send: async ({ to = 3, options, faults, parameters, ...more }: Broadcast = {}) => {
			if (faults) setFaults(faults);
			const items = typeof to === 'number' ? recipients(to) : to;
			const all = { ...(options && { options }), ...parameters } as INodeParameters;
			return await sendTexts(holder.sandbox, { items, ...more, parameters: all });
		},
		/** Recipients of all messages that arrived, in order of arrival. */
		arrivals,
		/** Arrivals and results: `0 2: sent duplicate sent`. */
		summaryOf: (outcome: Outcome) => `${arrivals().join(' ')}: ${resultsOf(outcome)}`,
	};
}

/** Gives the service these lists: by ID, the contacts and groups on each. */
export function putLists(sandbox: Sandbox, lists: Record<string, string[]>): void {
	const entry = (id: string) => ({ name: 'Somebody', phone: id, is_group: id.startsWith('1203') });
	sandbox.lists = Object.entries(lists).map(([id, contacts]) => {
		return { id, title: id, contacts: contacts.map(entry) };
	}) as never;
}

export const numbersOf = (value: string) => ({ __rl: true, mode: 'numbers', value });

/** Both outputs of all iterations, in the order of items. */
function outputOf({ run }: Outcome): INodeExecutionData[] {
	const place = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	return (run.data.resultData.runData.Sender ?? []).flatMap(({ data }) =>
		(data?.main ?? []).flatMap((items) => items ?? []).sort((a, b) => place(a) - place(b)),
	);
}

/**
 * The result of each item, in a word: `sent`, `dry`, or the reason why it was not sent; with a question
 * mark if it warns of an earlier attempt.
 */
export const resultsOf = (outcome: Outcome): string =>
	outputOf(outcome)
		.map(({ json: { reason, wouldSend, success, recipient, warning } }) => {
			const result = wouldSend ? 'dry' : success ? 'sent' : reason;
			const earlier = `An earlier attempt may already have been sent to ${recipient}`;
			return `${result}${warning === earlier ? '?' : ''}`;
		})
		.join(' ');

/** The hints above the output. */
export const hintsOf = ({ run }: Outcome): string[] =>
	(run.data.resultData.runData.Sender.at(-1)!.hints ?? [])
		.filter(({ location }) => location === 'outputPane')
		.map(({ message }) => message);

/**
 * Skips waits of these milliseconds: they are over at once, and the clock, which otherwise stands still, is at their end.
 *
 * @returns the waits, as they begin
 */
export function skipWaits(...lengths: number[]): unknown[] {
	const { setTimeout } = globalThis;
	const waits: unknown[] = [];
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const skipping = (work: () => void, ms = 0) => {
		if (!lengths.includes(ms)) return setTimeout(work, ms);
		waits.push(ms);
		now += ms;
		return setTimeout(work, 0);
	};
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(skipping as typeof setTimeout);
	return waits;
}

/** A clock that a test sets, and that goes on from there. Timers are the machine's own. */
export function useClock(): { set: (iso: string, zone?: string) => void } {
	const realNow = Date.now;
	let ahead = 0;
	beforeEach(() => {
		ahead = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
	});
	afterEach(() => jest.restoreAllMocks());
	return {
		set(iso, zone = 'Asia/Jakarta') {
			ahead = DateTime.fromISO(iso, { zone }).toMillis() - realNow();
		},
	};
}
