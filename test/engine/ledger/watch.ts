import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { networkErrorIn } from '../../../nodes/WhatsAppSender/errors/networkError';
import { isAcknowledged, parseResponse } from '../../../nodes/WhatsAppSender/service/response';
import { WhatsAppSender } from '../../../nodes/WhatsAppSender/WhatsAppSender.node';

/** A message as the node started it. */
interface Start {
	item: number;
	/** Messages in flight at that moment, itself included. */
	inFlight: number;
	/** Set in the moment of its start. */
	afterStop: boolean;
	/** Whether a message of the same try had failed before, in an earlier turn of the event loop. */
	afterFailure: boolean;
}

/** One try of one iteration, as the engine got it back. */
export interface Try {
	starts: Start[];
	/** Items whose message the HTTP client gave up for the time-out; -1 for a read of the list. */
	timeOuts: number[];
	hasFailed: boolean;
	items?: INodeExecutionData[];
	error?: Error & { description?: string };
}

interface Watch {
	/** Filled in, try by try. */
	tries: Try[];
	/** The item that a text names. */
	itemOf: (text: string) => number;
	/** Whether the user has stopped the execution. */
	stopped: () => boolean;
}

const { sendText } = new WhatsAppSender().customOperations.message;

type Send = IExecuteFunctions['helpers']['httpRequestWithAuthentication'];

let watch: Watch | undefined;
let inFlight = 0;
/** Texts of messages that were started when nobody waited for them any more. */
export const strays: string[] = [];

/** Notes what the node does at its side of the wire, until it is called again. */
export function watchClient(next?: Watch): void {
	watch = next;
	inFlight = 0;
}

/** Send Text, watched. */
export async function watchedSend(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const mine: Try = { starts: [], timeOuts: [], hasFailed: false };
	watch?.tries.push(mine);
	const { helpers } = this;
	helpers.httpRequestWithAuthentication = watched(helpers.httpRequestWithAuthentication, mine);
	try {
		const output = await sendText.call(this);
		// A copy: the engine moves failed items to the error branch.
		mine.items = [...output[0]];
		return output;
	} catch (error) {
		mine.error = error as Error;
		throw error;
	}
}

function watched(send: Send, mine: Try): Send {
	return async function (...given) {
		const [, { method, body }] = given;
		const current = watch;
		const afterStop = current?.stopped() === true;
		const isMessage = method === 'POST';
		let item = -1;
		if (isMessage) {
			const { text } = body as { text: string };
			if (!current?.tries.includes(mine)) strays.push(text);
			item = current?.itemOf(text) ?? -1;
			mine.starts.push({ item, inFlight: ++inFlight, afterStop, afterFailure: mine.hasFailed });
		}
		// The node learns of a failure in the microtasks that follow.
		const fail = () => isMessage && setImmediate(() => (mine.hasFailed = true));
		try {
			const response = await send.apply(this, given);
			if (!isAcknowledged(parseResponse(response))) fail();
			return response;
		} catch (error) {
			// The stop button cancels the request too.
			const timedOut = networkErrorIn(error)?.reason.includes('timed out');
			if (timedOut && !current?.stopped()) mine.timeOuts.push(item);
			fail();
			throw error;
		} finally {
			if (isMessage) inFlight--;
		}
	};
}
