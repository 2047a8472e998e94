import * as lists from '../lists/candidates';
import { readOnce } from '../lists/index';
import * as messages from '../messages/candidates';
import { send, type Load } from '../messages/measure';
import { measurePackage } from '../package';
import { BenchN8n } from '../instruments/n8n';
import { figuresOf } from '../instruments/outcome';
import type { Service } from '../instruments/service';
import type { Usage } from '../instruments/usage';
import { median, sideBySide } from '../statistics';
import { httpRequest, thisNode } from '../uploads/candidates';
import { STORE_ON_DISK, uploadOnce } from '../uploads/index';
import { storeFile } from '../uploads/store';

/** Ratios by what they compare; the larger, the worse for this node. */
export type Ratios = Record<string, number>;

/** The comparisons of the benchmark in small, side by side: a few ratios in about two minutes. */
export async function measureQuickly(service: Service): Promise<Ratios> {
	const n8n = await BenchN8n.start(service.url, STORE_ON_DISK);
	try {
		const { load, loadOfHttpRequest } = await measurePackage();
		return {
			...(await ofMessages(n8n, service)),
			...(await ofUploads(n8n, service)),
			...(await ofLists(n8n, service)),
			'loading, to the HTTP Request node': load / loadOfHttpRequest,
		};
	} finally {
		await n8n.stop();
	}
}

/** How the first compares with each of the others. */
async function compare<Candidate>(
	candidates: Candidate[],
	figure: keyof Usage,
	measure: (candidate: Candidate) => Promise<Usage>,
	times = 3,
): Promise<number[]> {
	const measured = await sideBySide(candidates, times, measure);
	const [ours, ...others] = measured.map(([, usages]) =>
		median(usages.map((usage) => usage[figure])),
	);
	return others.map((other) => ours / other);
}

async function ofMessages(n8n: BenchN8n, service: Service): Promise<Ratios> {
	const { floor, httpRequest, loop, sender } = messages;
	const sending = (load: Load) => async (candidate: messages.Candidate) => {
		const run = await n8n.publish(candidate.steps(service, n8n.credentials));
		// What is compiled and loaded once is not to be counted.
		await send(run, { items: 20, latency: 0 }, { n8n, service });
		return await send(run, load, { n8n, service });
	};
	const many = sending({ items: 300, latency: 0 });
	const slow = sending({ items: 60, latency: 100 });
	const [toFloor, toHttp] = await compare([sender(1), floor, httpRequest], 'processorTime', many);
	const [toLoop] = await compare([sender(10), loop], 'time', slow);
	return {
		'CPU of 300 messages, to an empty declarative node': toFloor,
		'CPU of 300 messages, to the HTTP Request node': toHttp,
		'time of 60 messages, ten at once, to a loop': toLoop,
	};
}

async function ofUploads(n8n: BenchN8n, service: Service): Promise<Ratios> {
	const size = 200;
	const [before, file] = [await storeFile(n8n, 1), await storeFile(n8n, size)];
	const upload = async (candidate: typeof thisNode) =>
		figuresOf(await uploadOnce(n8n, service, { candidate, before, file, size }));
	const [ratio] = await compare([thisNode, httpRequest], 'processorTime', upload, 5);
	return { 'CPU of an upload of 200 MB, to the HTTP Request node': ratio };
}

async function ofLists(n8n: BenchN8n, service: Service): Promise<Ratios> {
	const readers = [lists.thisNode, lists.httpRequest];
	const read = async (reader: lists.Reader) =>
		figuresOf(await readOnce(n8n, service, reader, 50_000));
	const [ratio] = await compare(readers, 'processorTime', read, 5);
	return { 'CPU of 50,000 contacts, to HTTP Request and Split Out': ratio };
}
