import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as lists from './lists';
import * as messages from './messages/senders';
import { withN8n, type BenchN8n } from './n8n';
import { startService, type Service } from './service';
import * as uploads from './uploads';
import { sideBySide } from './usage';
import recorded from './recorded.json';

/** As many times the recorded ratio means that something has changed. */
const CHANGED = 2;

/** Ratios by what they compare; the larger, the worse for this node. */
type Ratios = Record<string, number>;

let service: Service;
let measured: Ratios;

const changed = (ratios: Ratios) =>
	Object.entries(ratios).filter(([name, ratio]) => !(ratio < CHANGED * (recorded as Ratios)[name]));

beforeAll(async () => {
	service = await startService();
	measured = await measureTwiceIfChanged();
	if (process.env.RECORD) record(measured);
}, 900_000);
afterAll(() => service?.close());

/** What seems changed is measured once more: a busy machine disturbs one side of a pair, not twice the same. */
async function measureTwiceIfChanged(): Promise<Ratios> {
	const first = await measureAll();
	if (changed(first).length === 0) return first;
	const second = await measureAll();
	return Object.fromEntries(
		Object.entries(first).map(([name, ratio]) => [name, Math.min(ratio, second[name])]),
	);
}

/** The comparisons of the benchmark in small, side by side. */
async function measureAll(): Promise<Ratios> {
	const ratios = await withN8n(service.url, uploads.STORE_ON_DISK, async (n8n) => ({
		...(await ofMessages(n8n)),
		...(await ofUploads(n8n)),
		...(await ofLists(n8n)),
	}));
	const lines = Object.entries(ratios).map(([name, ratio]) => `${ratio.toFixed(3)}  ${name}`);
	process.stderr.write(`${lines.join('\n')}\n`);
	return ratios;
}

async function ofMessages(n8n: BenchN8n): Promise<Ratios> {
	const { httpRequest, loop, thisNode, withCredential } = messages;
	const sending = new messages.Sending(n8n, service);
	const [ours, credential, key] = await sideBySide(
		[thisNode, withCredential, httpRequest],
		3,
		async (sender) => await sending.send(sender, { items: 300, latency: 0 }),
	);
	const [inParallel, looped] = await sideBySide(
		[thisNode, loop],
		3,
		async (sender) => await sending.send(sender, { items: 60, latency: 100 }),
	);
	const [awake, silent] = await sideBySide(
		[thisNode, httpRequest],
		3,
		async (sender) => await sending.sendWatched(sender, { items: 1000, latency: 20 }),
	);
	return {
		'CPU of 300 messages, to HTTP Request with the same credential': ours.cpu / credential.cpu,
		'CPU of 300 messages, to HTTP Request with the key in its body': ours.cpu / key.cpu,
		'time of 60 messages, ten in parallel, to a loop': inParallel.span / looped.span,
		'longest silence of n8n during 1,000 messages, to HTTP Request': awake.silence / silent.silence,
	};
}

async function ofUploads(n8n: BenchN8n): Promise<Ratios> {
	const upload = await uploads.uploads(n8n, service, 1, 200);
	const [ours, theirs] = await sideBySide([uploads.thisNode, uploads.httpRequest], 5, upload);
	return { 'CPU of an upload of 200 MB, to the HTTP Request node': ours.cpu / theirs.cpu };
}

async function ofLists(n8n: BenchN8n): Promise<Ratios> {
	const [ours, theirs] = await sideBySide(
		[lists.thisNode, lists.httpRequest],
		5,
		async (reader) => await lists.readOnce(n8n, reader, 50_000),
	);
	return { 'CPU of 50,000 contacts, to HTTP Request and Split Out': ours.cpu / theirs.cpu };
}

function record(ratios: Ratios): void {
	const rounded = Object.entries(ratios).map(([name, ratio]) => [
		name,
		Number(ratio.toPrecision(3)),
	]);
	const text = JSON.stringify(Object.fromEntries(rounded), null, '\t');
	writeFileSync(path.join(__dirname, 'recorded.json'), `${text}\n`);
}

test('what is measured is what was recorded', () => {
	expect(Object.keys(measured)).toEqual(Object.keys(recorded));
});

test('no ratio is twice the recorded one', () => {
	expect(changed(measured)).toEqual([]);
});
