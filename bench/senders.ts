import type { N8nNode } from '../rig/api/apiTypes';
import {
	httpRequest as request,
	loopOverItems,
	node,
	SENDER_TYPE,
	splitItems,
} from '../rig/workflows/nodes';
import { API_KEY, publish, type Access, type BenchN8n, type Run, sideBySide, usageOf } from './n8n';
import type { Service } from './service';

/** One method of sending the items' messages: the last nodes of a workflow. */
type Sender = (access: Access) => N8nNode[];

const expressions = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };

/** This node, 10 messages in parallel, Phone and Text as expressions. */
export const thisNode: Sender = ({ credentials }) => [senderNode(credentials)];

export const checkedFirst: Sender = ({ credentials }) => [
	senderNode(credentials, { checkFirst: true }),
];

/** The HTTP Request node, with the key written into its body. */
export const httpRequest: Sender = ({ url }) => [requestNode(url, { api_key: API_KEY })];

/** With its Batching: without, 20,000 items open as many connections as the system allows, and it fails. */
export const inBatches: Sender = ({ url }) => {
	const options = { batching: { batch: { batchSize: 100, batchInterval: 100 } } };
	return [requestNode(url, { api_key: API_KEY }, { options })];
};

/** The HTTP Request node with this node's credential. */
export const withCredential: Sender = ({ url, credentials }) => {
	const authentication = 'predefinedCredentialType';
	const login = { authentication, nodeCredentialType: 'whatsAppSenderApi' };
	return [{ ...requestNode(url, {}, login), credentials }];
};

/** What keeps the order without this node: one HTTP request after the other. */
export const loop: Sender = (access) => [loopOverItems(), ...httpRequest(access)];

function senderNode(credentials: Access['credentials'], more: object = {}): N8nNode {
	const parameters = { ...expressions, options: { concurrency: 10, ...more } };
	return node('Sender', SENDER_TYPE, parameters, { credentials });
}

function requestNode(url: string, more: object, settings: object = {}): N8nNode {
	const fields = Object.entries({ ...more, ...expressions });
	const parameters = fields.map(([name, value]) => ({ name, value }));
	const body = { sendBody: true, bodyParameters: { parameters } };
	return request('Request', { method: 'POST', url: `${url}/send`, ...body, ...settings });
}

/** How many messages, to a service that responds after so many milliseconds. */
interface Load {
	items: number;
	latency: number;
	/** Whether n8n is asked all the time whether it is well. */
	watched?: boolean;
}

/** Sends messages through one n8n, and measures it. */
export class Sending {
	private readonly runs = new Map<Sender, Run>();

	constructor(
		private readonly n8n: BenchN8n,
		private readonly service: Service,
	) {}

	/** Sends the same with each sender, so many times. @returns the medians of each */
	async compare(senders: Sender[], times: number, load: Load) {
		return await sideBySide(senders, times, async (sender) => await this.send(sender, load));
	}

	/** @throws where not each of the messages arrived exactly once */
	async send(sender: Sender, { items, latency, watched }: Load) {
		const run = await this.runOf(sender);
		const messages = Array.from({ length: items }, (_, index) => ({
			phone: `62812${10_000_000 + index}`,
			text: `Message ${index}`,
		}));
		await this.service.begin(latency);
		const begun = Date.now();
		const send = async () => await run({ items: messages });
		const usage = await usageOf(this.n8n.n8n, send, watched);
		const { received, distinct, firstRequest, lastResponse } = await this.service.tally();
		if (received !== items || distinct !== items) {
			throw new Error(`${items} messages were sent, ${received} arrived, ${distinct} texts`);
		}
		return {
			...usage,
			/** Milliseconds from the call of the workflow to the first message. */
			first: firstRequest - begun,
			/** Milliseconds from the first request to the last response. */
			span: lastResponse - firstRequest,
		};
	}

	/** The published workflow, after a run: what is compiled and loaded once is not counted. */
	private async runOf(sender: Sender): Promise<Run> {
		const known = this.runs.get(sender);
		if (known) return known;
		const run = await publish(this.n8n, [splitItems(), ...sender(this.n8n.access)]);
		this.runs.set(sender, run);
		await this.send(sender, { items: 100, latency: 0 });
		return run;
	}

	/** A new process, in which the sender has sent before. */
	async restart(sender: Sender): Promise<void> {
		await this.n8n.restart();
		await this.send(sender, { items: 100, latency: 0 });
	}
}
