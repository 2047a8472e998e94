import { setTimeout as pause } from 'node:timers/promises';
import { storeFile } from '../rig/workflows/call';
import { splitItems } from '../rig/workflows/nodes';
import { publish, sideBySide, startBenchN8n, usageOf, type BenchN8n, type Usage } from './measure';
import { startService, type Service } from './service';
import {
	contacts,
	messages,
	messagesWithoutCredential,
	uploads,
	type Candidate,
} from './workflows';

let n8n: BenchN8n;
let service: Service;
beforeAll(async () => {
	service = await startService();
	n8n = await startBenchN8n(service.url);
}, 300_000);
afterAll(async () => {
	await n8n?.stop();
	service?.stop();
});
// A busy machine disturbs one side of a pair.
jest.retryTimes(1);

/** Compares a figure of this node and of n8n's own, and prints the row of README.md. */
function compare(what: string, [own, other]: number[], unit: string, atMost: number): void {
	const ratio = own / other;
	const cells = [what, `${own.toFixed()} ${unit}`, `${other.toFixed()} ${unit}`, ratio.toFixed(2)];
	process.stdout.write(`| ${[...cells, `at most ${atMost}`].join(' | ')} |\n`);
	expect(ratio).toBeLessThanOrEqual(atMost);
}
const of = (figure: 'time' | 'cpu' | 'growth' | 'silence', usages: Usage[]) =>
	usages.map((usage) => usage[figure]);

/** Sends messages three times by each. @throws where not each of them arrived exactly once */
async function send(candidates: Candidate[], items: number, latency: number): Promise<Usage[]> {
	const all = Array.from({ length: items }, (_, index) => ({
		phone: `62812${10_000_001 + index}`,
		text: `Message ${index}`,
	}));
	return await sideBySide(candidates, 3, async (sender) => {
		const run = await publish(n8n, [splitItems(), ...sender(n8n.access)]);
		// What is compiled and loaded once is not counted.
		await run({ items: all.slice(0, 100) });
		await service.begin(latency);
		const usage = await usageOf(n8n.n8n, async () => await run({ items: all }));
		const { received, distinct } = await service.tally();
		if (received === items && distinct === items) return usage;
		throw new Error(`${items} messages were sent, ${received} arrived, ${distinct} texts`);
	});
}

test('messages', async () => {
	const usages = await send(messages, 1000, 0);
	compare('1,000 messages: processor time', of('cpu', usages), 'ms', 0.9);
}, 900_000);

test('n8n answers meanwhile', async () => {
	const usages = await send(messagesWithoutCredential, 1000, 20);
	const what = '1,000 messages at 20 ms: longest time in which n8n answers nothing';
	compare(what, of('silence', usages), 'ms', 0.1);
}, 900_000);

/** Restarts n8n, does a small piece of the work for what is loaded only once, and measures a large one. */
async function afterRestart(candidates: Candidate[], small: object, large: object) {
	return await sideBySide(candidates, 3, async (candidate) => {
		await n8n.restart();
		const run = await publish(n8n, candidate(n8n.access));
		await run(small);
		await pause(2000);
		return await usageOf(n8n.n8n, async () => await run(large));
	});
}

test('an upload', async () => {
	const [small, large] = [await storeFile(n8n, 100), await storeFile(n8n, 300)];
	await service.begin(0);
	const usages = await afterRestart(uploads, { file: small }, { file: large });
	expect((await service.tally()).bytes).toBeGreaterThan(6 * 400 * 1024 * 1024);
	compare('Upload of 300 MB: growth of memory', of('growth', usages), 'MB', 0.4);
	compare('Upload of 300 MB: time', of('time', usages), 'ms', 1);
}, 900_000);

test('contacts', async () => {
	const usages = await afterRestart(contacts(100_000), {}, {});
	compare('100,000 contacts of a list: time', of('time', usages), 'ms', 1.1);
}, 900_000);
