import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../../sandbox/n8n/api-types';
import { serveBigFile } from './harness/bigFile';
import { call, lastExecution, publish, sender } from './harness/call';
import { useInstance, type Instance } from './harness/instance';
import { MemoryOverTime } from './harness/memoryOverTime';
import { node } from './harness/nodes';

const MEGABYTES = 300;
/**
 * For the median of three: V8 frees what has been sent only when it comes to about 64 MB, whatever the size of the
 * file, so that a single measurement may come out just above.
 */
const ALLOWED_GROWTH = 64;
const PHONE = '6281234567890';
const FILE = '={{ $("Download").first().binary.data }}';

const growth: Record<string, number[]> = {};

/** Into n8n's store on disk. */
const download = (url: string) =>
	node(
		'Download',
		'n8n-nodes-base.httpRequest',
		{ url, options: { response: { response: { responseFormat: 'file' } } } },
		{ typeVersion: 4.2 },
	);

const wait = node(
	'Wait',
	'n8n-nodes-base.wait',
	{ resume: 'webhook', options: {} },
	{ typeVersion: 1.1, webhookId: 'wait' },
);

/**
 * Has one n8n download the file, and a new one upload it with the node, so that nothing of the download is left in
 * memory. A small upload goes first: what is loaded once only is not counted.
 *
 * @returns megabytes
 */
async function growthOf(instance: Instance, upload: N8nNode): Promise<number> {
	const small = await serveBigFile(1);
	const file = await serveBigFile(MEGABYTES);
	// Only n8n knows the signed address by which the execution goes on.
	const url = `=${file.url}?resume={{ encodeURIComponent($execution.resumeUrl) }}`;
	const before = [download(url), wait];
	const trigger = { responseMode: 'onReceived' };
	const { path, workflowId } = await publish(instance, upload, { before, trigger });
	await instance.api.callWebhook(path, { items: [{}] });
	await untilWaiting(instance, workflowId);
	await instance.restart();
	await call(instance, upload, { before: [download(small.url)] });
	await pause(3000);

	const memory = new MemoryOverTime(instance.n8n);
	const resume = new URL(file.asked[0], file.url).searchParams.get('resume') as string;
	const { pathname, search } = new URL(resume);
	expect((await fetch(instance.n8n.url + pathname + search)).status).toBe(200);
	const { data } = await lastExecution(instance, workflowId);
	await memory.stop();
	small.close();
	file.close();

	expect(data.resultData.error).toBeUndefined();
	expect(instance.sandbox.accepted.map(({ recipient, file: sent }) => [recipient, sent])).toEqual(
		[small.bytes, file.bytes].map((size) => [
			PHONE,
			expect.objectContaining({ filename: 'film.mp4', mimetype: 'video/mp4', size }),
		]),
	);
	return memory.growthDuring(data.resultData.runData[upload.name][0]);
}

async function untilWaiting({ api }: Instance, workflowId: string): Promise<void> {
	while ((await api.executions(workflowId, 1))[0]?.status !== 'waiting') await pause(100);
}

const thisNode = (instance: Instance) => {
	const file = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: FILE };
	return sender(instance, { ...file, phone: PHONE, text: 'A film' });
};

/** The same upload without this package, with the key written into the form by hand. */
const httpRequestNode = ({ sandbox }: Instance) => {
	const parameters = [
		{ name: 'api_key', value: sandbox.apiKey },
		{ name: 'text', value: 'A film' },
		{ name: 'phone', value: PHONE },
		{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: FILE },
	];
	const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
	return node(
		'Upload',
		'n8n-nodes-base.httpRequest',
		{ method: 'POST', url: `${sandbox.url}/send`, sendBody: true, ...form, options: {} },
		{ typeVersion: 4.2 },
	);
};

describe.each([
	['this node', thisNode],
	['this node', thisNode],
	['this node', thisNode],
	['the HTTP Request node', httpRequestNode],
] as const)('%s', (name, nodeFor) => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	const instance = useInstance('2.x', { env, rawBodies: false });

	test(`uploads ${MEGABYTES} MB from n8n's store on disk`, async () => {
		(growth[name] ??= []).push(await growthOf(instance, nodeFor(instance)));
	});
});

test('this node keeps the file out of memory', () => {
	const measured = growth['this node'].toSorted((a, b) => a - b);
	const [ours, theirs] = [measured[1], growth['the HTTP Request node'][0]];
	process.stderr.write(
		`${MEGABYTES} MB upload: node ${ours} MB (of ${measured.join(', ')}), HTTP Request node ${theirs} MB\n`,
	);
	expect(ours).toBeLessThan(ALLOWED_GROWTH);
	expect(ours).toBeLessThan(theirs / 2);
});
