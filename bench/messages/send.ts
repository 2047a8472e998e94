import type { BenchN8n, Run } from '../n8n';
import type { Service } from '../service/service';
import { longestSilence, usageOf, type Usage } from '../usage';
import { withStaticValues, type Sender } from './senders';

/** How many messages, to a service that responds after so many milliseconds. */
export interface Load {
	items: number;
	latency: number;
}

export type Figures = Usage &
	Record<
		/** Milliseconds from the call of the workflow to the first message. */
		| 'first'
		/** Milliseconds from the first request to the last response. */
		| 'span',
		number
	>;

/** Sends messages through one n8n, and measures it. */
export class Sending {
	private readonly runs = new Map<Sender, Run>();

	constructor(
		private readonly n8n: BenchN8n,
		private readonly service: Service,
	) {}

	/**
	 * Sends so many messages once.
	 *
	 * @throws where not each of them arrived exactly once
	 */
	async send(sender: Sender, { items, latency }: Load): Promise<Figures> {
		const run = await this.runOf(sender);
		const messages = Array.from({ length: items }, (_, index) => ({
			phone: `62812${10_000_000 + index}`,
			text: `Message ${index}`,
		}));
		await this.service.begin(latency);
		const begun = Date.now();
		const usage = await usageOf(this.n8n.process.pid, async () => await run({ items: messages }));
		const { received, distinct, firstRequest, lastResponse } = await this.service.tally();
		const texts = sender === withStaticValues ? 1 : items;
		if (received !== items || distinct !== texts) {
			throw new Error(`${items} messages were sent, ${received} arrived, ${distinct} texts`);
		}
		return { ...usage, first: firstRequest - begun, span: lastResponse - firstRequest };
	}

	/** The same, with n8n asked all the time whether it is well. */
	async sendWatched(sender: Sender, load: Load) {
		let figures: Figures | undefined;
		const send = async () => void (figures = await this.send(sender, load));
		await this.runOf(sender);
		const silence = await longestSilence(this.n8n.process.url, send);
		return { ...(figures as Figures), silence };
	}

	/** The published workflow, after a run: what is compiled and loaded once is not counted. */
	private async runOf(sender: Sender): Promise<Run> {
		const known = this.runs.get(sender);
		if (known) return known;
		this.runs.set(sender, await this.n8n.publish(sender(this.n8n.access)));
		await this.send(sender, { items: 100, latency: 0 });
		return this.runs.get(sender) as Run;
	}

	/** A new process, in which the sender has sent before. */
	async restart(sender: Sender): Promise<void> {
		await this.n8n.restart();
		await this.send(sender, { items: 100, latency: 0 });
	}
}
