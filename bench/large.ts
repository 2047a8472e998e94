import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../rig/api/apiTypes';
import { storeFile } from '../rig/workflows/call';
import { httpRequest as request, node, SENDER_TYPE } from '../rig/workflows/nodes';
import {
	API_KEY,
	publish,
	sideBySide,
	startBenchN8n,
	usageOf,
	type Access,
	type BenchN8n,
	type Usage,
} from './n8n';
import { atMost, count, duration, megabytes, type Target } from './page';
import type { Service } from './service';

/** One method of getting all contacts of a list. */
type Reader = (list: string, access: Access) => N8nNode[];

const ownReader: Reader = (value, { credentials }) => {
	const list = { __rl: true, mode: 'id', value };
	const parameters = { resource: 'list', operation: 'getListContacts', list, returnAll: true };
	return [node('Contacts', SENDER_TYPE, parameters, { credentials })];
};

const requestReader: Reader = (list, { url }) => {
	const headerParameters = { parameters: [{ name: 'api-key', value: API_KEY }] };
	const fields = { url: `${url}/lists/${list}?all=true`, sendHeaders: true, headerParameters };
	const split = { fieldToSplitOut: 'data', options: {} };
	return [request('Request', fields), node('Contacts', 'n8n-nodes-base.splitOut', split)];
};

const CONTACTS = 100_000;

/** Reads a long list, each time with an n8n that has just started. */
export async function measureLists({ url }: Service): Promise<Target[]> {
	await using n8n = await startBenchN8n(url);
	const [ours, theirs] = await compareLists(n8n, CONTACTS, n8n.restart);
	const times = `${duration(ours.time)} and ${duration(theirs.time)}`;
	const what = `${count(CONTACTS)} contacts of a list: time ÷ HTTP Request and Split Out (${times})`;
	return [atMost(what, 1, ours.time / theirs.time)];
}

/** Reads a list of so many contacts five times. @param before is done before each */
export async function compareLists(
	n8n: BenchN8n,
	contacts: number,
	before: () => Promise<void> = async () => {},
): Promise<Usage[]> {
	const list = `contacts-${contacts}`;
	return await sideBySide([ownReader, requestReader], 5, async (reader) => {
		await before();
		// What is loaded once only is not counted.
		const warmUp = await publish(n8n, reader('contacts-100', n8n.access));
		await warmUp({});
		const run = await publish(n8n, reader(list, n8n.access));
		// The service writes its response before n8n asks for it.
		await (await fetch(`${n8n.access.url}/lists/${list}`)).body?.cancel();
		await pause(1000);
		return await usageOf(n8n.n8n, async () => await run({}));
	});
}

export const STORE_ON_DISK = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

/** A way to upload the file that the webhook's body names. */
type Uploader = (access: Access) => N8nNode;

const message = { phone: '6281234567890', text: 'A film' };
const file = '={{ $json.body.file }}';

const ownUpload: Uploader = ({ credentials }) => {
	const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: file };
	return node('Upload', SENDER_TYPE, { ...upload, ...message }, { credentials });
};

const requestUpload: Uploader = ({ url }) => {
	const fields = Object.entries({ api_key: API_KEY, ...message });
	const parameters = [
		...fields.map(([name, value]) => ({ name, value })),
		{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: file },
	];
	const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
	return request('Upload', { method: 'POST', url: `${url}/send`, sendBody: true, ...form });
};

/** Uploads a large file from n8n's store, each time with an n8n that has just started. */
export async function measureUploads(service: Service): Promise<Target[]> {
	await using n8n = await startBenchN8n(service.url, STORE_ON_DISK);
	// The first upload is one by which V8 knows how much memory that takes.
	const [ours, theirs] = await compareUploads(n8n, service, [100, 300], 3, n8n.restart);
	const grown = `${megabytes(ours.growth)} and ${megabytes(theirs.growth)}`;
	const times = `${duration(ours.time)} and ${duration(theirs.time)}`;
	const what = 'Upload of 300 MB:';
	const growth = `${what} growth of memory ÷ the HTTP Request node's (${grown})`;
	return [
		atMost(growth, 0.4, ours.growth / theirs.growth),
		atMost(`${what} time ÷ the HTTP Request node's (${times})`, 1, ours.time / theirs.time),
	];
}

/**
 * Uploads two files, so many times; what the second one takes is measured.
 *
 * @param sizes of both, in megabytes
 * @param restart is done before each
 * @throws where not all bytes of the second arrived
 */
export async function compareUploads(
	n8n: BenchN8n,
	service: Service,
	sizes: [number, number],
	times: number,
	restart: () => Promise<void> = async () => {},
): Promise<Usage[]> {
	// What is loaded once only is not counted.
	const [before, file] = [await storeFile(n8n, sizes[0]), await storeFile(n8n, sizes[1])];
	return await sideBySide([ownUpload, requestUpload], times, async (uploader) => {
		await restart();
		const run = await publish(n8n, [uploader(n8n.access)]);
		await run({ file: before });
		await pause(2000);
		await service.begin(0);
		const usage = await usageOf(n8n.n8n, async () => await run({ file }));
		const { received, bytes } = await service.tally();
		if (received === 1 && bytes >= sizes[1] * 1024 * 1024) return usage;
		throw new Error(`${bytes} bytes arrived in ${received} requests`);
	});
}
