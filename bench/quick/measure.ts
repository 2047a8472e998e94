import * as lists from '../lists/measure';
import { Sending } from '../messages/send';
import * as messages from '../messages/senders';
import { BenchN8n } from '../n8n';
import type { Service } from '../service/service';
import { sideBySide } from '../sideBySide';
import { STORE_ON_DISK, uploadOnce } from '../uploads/measure';
import { storeFile } from '../uploads/storedFile';
import * as uploads from '../uploads/uploaders';

/** Ratios by what they compare; the larger, the worse for this node. */
export type Ratios = Record<string, number>;

/** The comparisons of the benchmark in small, side by side. */
export async function measureQuickly(service: Service): Promise<Ratios> {
	const n8n = await BenchN8n.start(service.url, STORE_ON_DISK);
	try {
		const sending = new Sending(n8n, service);
		return {
			...(await ofMessages(sending)),
			...(await ofUploads(n8n, service)),
			...(await ofLists(n8n)),
		};
	} finally {
		await n8n.stop();
	}
}

async function ofMessages(sending: Sending): Promise<Ratios> {
	const { httpRequest, loop, thisNode, withCredential } = messages;
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

async function ofUploads(n8n: BenchN8n, service: Service): Promise<Ratios> {
	const size = 200;
	const [before, file] = [await storeFile(n8n, 1), await storeFile(n8n, size)];
	const [ours, theirs] = await sideBySide(
		[uploads.thisNode, uploads.httpRequest],
		5,
		async (uploader) => await uploadOnce(n8n, service, { uploader, before, file, size }),
	);
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
