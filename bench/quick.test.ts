import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareLists, compareUploads, STORE_ON_DISK } from './large';
import { startBenchN8n, type BenchN8n } from './n8n';
import recorded from './recorded.json';
import { httpRequest, loop, Sending, thisNode, withCredential } from './senders';
import { startService, type Service } from './service';

/** As many times the recorded ratio means that something has changed. */
const CHANGED = 2;

/** Ratios by what they compare; the larger, the worse for this node. */
type Ratios = Record<string, number>;

const changed = (ratios: Ratios) =>
	Object.entries(ratios).filter(([name, ratio]) => !(ratio < CHANGED * (recorded as Ratios)[name]));

test('no ratio is twice the recorded one', async () => {
	using service = await startService();
	const measured = await measure(service);
	if (process.env.RECORD) record(measured);
	expect(Object.keys(measured)).toEqual(Object.keys(recorded));
	if (changed(measured).length === 0) return;
	// Once more: a busy machine disturbs one side of a pair, not twice the same.
	const again = changed(await measure(service)).map(([name]) => name);
	expect(changed(measured).filter(([name]) => again.includes(name))).toEqual([]);
}, 900_000);

/** The comparisons of the benchmark in small, side by side. */
async function measure(service: Service): Promise<Ratios> {
	await using n8n = await startBenchN8n(service.url, STORE_ON_DISK);
	const ofSending = await ofMessages(new Sending(n8n, service));
	const ratios = { ...ofSending, ...(await ofFiles(n8n, service)) };
	const lines = Object.entries(ratios).map(([name, ratio]) => `${ratio.toFixed(3)}  ${name}`);
	process.stderr.write(`${lines.join('\n')}\n`);
	return ratios;
}

async function ofMessages(sending: Sending): Promise<Ratios> {
	const senders = [thisNode, withCredential, httpRequest];
	const load = { items: 300, latency: 0 };
	const [ours, credential, key] = await sending.compare(senders, 3, load);
	const slow = { items: 60, latency: 100 };
	const [inParallel, looped] = await sending.compare([thisNode, loop], 3, slow);
	const watched = { items: 1000, latency: 20, watched: true };
	const [awake, silent] = await sending.compare([thisNode, httpRequest], 3, watched);
	return {
		'CPU of 300 messages, to HTTP Request with the same credential': ours.cpu / credential.cpu,
		'CPU of 300 messages, to HTTP Request with the key in its body': ours.cpu / key.cpu,
		'time of 60 messages, ten in parallel, to a loop': inParallel.span / looped.span,
		'longest silence of n8n during 1,000 messages, to HTTP Request': awake.silence / silent.silence,
	};
}

async function ofFiles(n8n: BenchN8n, service: Service): Promise<Ratios> {
	const [upload, theirUpload] = await compareUploads(n8n, service, [1, 200], 5);
	const [list, theirList] = await compareLists(n8n, 50_000);
	return {
		'CPU of an upload of 200 MB, to the HTTP Request node': upload.cpu / theirUpload.cpu,
		'CPU of 50,000 contacts, to HTTP Request and Split Out': list.cpu / theirList.cpu,
	};
}

function record(ratios: Ratios): void {
	const rounded = (_name: string, ratio: unknown) =>
		typeof ratio === 'number' ? Number(ratio.toPrecision(3)) : ratio;
	const text = JSON.stringify(ratios, rounded, '\t');
	writeFileSync(path.join(__dirname, 'recorded.json'), `${text}\n`);
}
