import type { BenchN8n } from '../instruments/n8n';
import type { Service } from '../instruments/service';
import { usageOf, type Usage } from '../instruments/usage';

/** How many messages, to a service that answers after so many milliseconds. */
export interface Load {
	items: number;
	latency: number;
}

export type Figures = Usage & {
	/** Messages that were in flight together, at most. */
	mostAtOnce: number;
	/** Processor time of the service, in milliseconds: it must leave n8n its core. */
	serviceTime: number;
};

/**
 * Sends so many messages once.
 *
 * @throws where not each of them arrived exactly once
 */
export async function send(
	run: (body: object) => Promise<void>,
	{ items, latency }: Load,
	{ n8n, service }: { n8n: BenchN8n; service: Service },
): Promise<Figures> {
	const messages = Array.from({ length: items }, (_, index) => ({
		phone: `62812${10_000_000 + index}`,
		text: `Message ${index}`,
	}));
	await service.begin({ latency });
	const usage = await usageOf(n8n.process.pid, async () => await run({ items: messages }));
	const { received, distinct, mostAtOnce, processorTime } = await service.tally();
	if (received !== items || distinct !== items) {
		throw new Error(`${items} messages were sent, ${received} arrived, ${distinct} different ones`);
	}
	return { ...usage, mostAtOnce, serviceTime: processorTime };
}
