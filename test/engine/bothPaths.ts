import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, RecordedRequest } from '../../sandbox';
import { sendTexts, useSandbox, type SendOptions } from './sandbox';

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

	/** @returns what both show, as the turns do */
	async function byBoth({ parameters, json = {}, fault }: SendCase, more: SendOptions = {}) {
		const { sandbox } = holder;
		const { form } = sandbox;
		const all = { phone: PHONE, text: 'Hello', ...parameters };
		const observed = [];
		for (const runsBy of ['turns', 'routing'] as const) {
			sandbox.reset();
			Object.assign(sandbox, { form, onSend: fault && (() => fault) });
			const options = { items: [{ json }], ...more, parameters: all, runsBy };
			const { items, errors, error } = await sendTexts(sandbox, options);
			const { httpCode } = (error ?? {}) as { httpCode?: string };
			const shown = error && {
				message: error.message,
				description: error.description,
				itemIndex: error.context?.itemIndex,
				// The routing engine wraps an error without one, and writes "none".
				httpCode: httpCode === 'none' ? undefined : httpCode,
			};
			observed.push({ items, errors, error: shown, requests: sandbox.requests.map(onTheWire) });
		}
		const [byTurns, byRouting] = observed;
		expect(byRouting).toEqual(byTurns);
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
