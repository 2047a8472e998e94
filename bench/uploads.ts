import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../rig/api/apiTypes';
import { serveBigFile } from '../rig/servers/answering';
import { chain, node, SENDER_TYPE, webhook } from '../rig/workflows/nodes';
import { API_KEY, publish, withN8n, type Access, type BenchN8n } from './n8n';
import { atMost, count, duration, megabytes, type Target } from './page';
import type { Service } from './service';
import { sideBySide, usageOf, type Usage } from './usage';

/** n8n keeps files on disk. */
export const STORE_ON_DISK = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** A way to upload the file that the webhook's body names. */
type Uploader = (access: Access) => N8nNode;

const message = { phone: '6281234567890', text: 'A film' };
const file = '={{ $json.body.file }}';

export const thisNode: Uploader = ({ credentials }) => {
	const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: file };
	return node('Upload', SENDER_TYPE, { ...upload, ...message }, { credentials });
};

export const httpRequest: Uploader = ({ url }) => {
	const fields = Object.entries({ api_key: API_KEY, ...message });
	const parameters = [
		...fields.map(([name, value]) => ({ name, value })),
		{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: file },
	];
	const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
	const request = { method: 'POST', url: `${url}/send`, sendBody: true, options: {}, ...form };
	return node('Upload', HTTP_REQUEST, request, { typeVersion: 4.2 });
};

/** Uploads a large file from n8n's store, each time with an n8n that has just started. */
export async function measureUploads(service: Service): Promise<Target[]> {
	return await withN8n(service.url, STORE_ON_DISK, async (n8n) => {
		// The first upload is one by which V8 knows how much memory that takes.
		const upload = await uploads(n8n, service, 100, 300);
		const [ours, theirs] = await sideBySide([thisNode, httpRequest], 3, async (uploader) => {
			await n8n.restart();
			return await upload(uploader);
		});
		const grown = `${megabytes(ours.growth)} and ${megabytes(theirs.growth)}`;
		const times = `${duration(ours.time)} and ${duration(theirs.time)}`;
		const what = `Upload of ${count(300)} MB:`;
		const growth = `${what} growth of memory ÷ the HTTP Request node's (${grown})`;
		return [
			atMost(growth, 0.4, ours.growth / theirs.growth),
			atMost(`${what} time ÷ the HTTP Request node's (${times})`, 1, ours.time / theirs.time),
		];
	});
}

/**
 * Puts two files into n8n's store.
 *
 * @returns uploads both, and says what the second took; throws where not all of its bytes arrived
 */
export async function uploads(
	n8n: BenchN8n,
	service: Service,
	megabytesBefore: number,
	megabytes: number,
): Promise<(uploader: Uploader) => Promise<Usage>> {
	// What is loaded once only is not counted.
	const before = await storeFile(n8n, megabytesBefore);
	const stored = await storeFile(n8n, megabytes);
	return async (uploader) => {
		const run = await publish(n8n, [uploader(n8n.access)]);
		await run({ file: before });
		await pause(2000);
		await service.begin(0);
		const usage = await usageOf(n8n.n8n.pid, async () => await run({ file: stored }));
		const { received, bytes } = await service.tally();
		if (received === 1 && bytes >= megabytes * 1024 * 1024) return usage;
		throw new Error(`${bytes} bytes arrived in ${received} requests`);
	};
}

/** Has n8n download a file into its store on disk. @returns the file as an item names it */
async function storeFile({ api }: BenchN8n, megabytes: number): Promise<unknown> {
	const file = await serveBigFile(megabytes);
	const address = randomUUID();
	const options = { response: { response: { responseFormat: 'file' } } };
	const nodes = [
		webhook(address, { responseData: 'noData' }),
		node('Download', HTTP_REQUEST, { url: file.url, options }, { typeVersion: 4.2 }),
	];
	const { id } = await api.createWorkflow({
		name: `Store ${megabytes} MB`,
		nodes,
		connections: chain(...nodes),
		// The file lives as long as the execution that it came with.
		settings: { saveDataSuccessExecution: 'all' },
	});
	await api.activate(id);
	await api.callWebhook(address, {});
	await file.close();
	const [execution] = await api.executions(id, 1);
	const { resultData } = (await api.executionEnded(execution.id)).data;
	return resultData.runData.Download[0].data?.main[0]?.[0].binary?.data;
}
