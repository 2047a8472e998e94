import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../../rig/api/apiTypes';
import { serveBigFile } from '../../rig/servers/answering';
import { call, lastExecution, publish, sender } from '../../rig/workflows/call';
import type { Instance } from '../../rig/startInstance';
import { useInstance } from '../../rig/useInstance';
import { MemoryOverTime } from '../../rig/memory';
import { node } from '../../rig/workflows/nodes';

const MEGABYTES = 300;
/** A first upload settles V8's heap after n8n's start, by 40 to 76 MB whatever the size of the file. */
const FIRST_MEGABYTES = 100;
/** V8 frees what has been sent when it comes to about 64 MB. */
const ALLOWED_GROWTH = 64;
const PHONE = '6281234567890';
const FILE = '={{ $("Download").first().binary.data }}';

const growth: Record<string, number> = {};

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
 * memory. A smaller upload goes first: what happens once only is not counted, what grows with the file is.
 *
 * @returns megabytes
 */
async function growthOf(instance: Instance, upload: N8nNode): Promise<number> {
	const first = await serveBigFile(FIRST_MEGABYTES);
	const file = await serveBigFile(MEGABYTES);
	// Only n8n knows the signed address by which the execution goes on.
	const url = `=${file.url}?resume={{ encodeURIComponent($execution.resumeUrl) }}`;
	const before = [download(url), wait];
	const trigger = { responseMode: 'onReceived' };
	const { path, workflowId } = await publish(instance, upload, { before, trigger });
	await instance.api.callWebhook(path, { items: [{}] });
	await untilWaiting(instance, workflowId);
	await instance.restart();
	await call(instance, upload, { before: [download(first.url)] });
	await pause(3000);

	const memory = new MemoryOverTime(instance.n8n);
	const resume = new URL(file.asked[0], file.url).searchParams.get('resume') as string;
	const { pathname, search } = new URL(resume);
	expect((await fetch(instance.n8n.url + pathname + search)).status).toBe(200);
	const { data } = await lastExecution(instance, workflowId);
	await memory.stop();
	first.close();
	file.close();

	expect(data.resultData.error).toBeUndefined();
	expect(instance.sandbox.accepted.map(({ recipient, file: sent }) => [recipient, sent])).toEqual(
		[first.bytes, file.bytes].map((size) => [
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
	['the HTTP Request node', httpRequestNode],
] as const)('%s', (name, nodeFor) => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	const instance = useInstance('2.x', { env, rawBodies: false });

	test(`uploads ${MEGABYTES} MB from n8n's store on disk`, async () => {
		growth[name] = await growthOf(instance, nodeFor(instance));
	});
});

test('this node keeps the file out of memory', () => {
	const [ours, theirs] = [growth['this node'], growth['the HTTP Request node']];
	process.stderr.write(
		`${MEGABYTES} MB upload after one of ${FIRST_MEGABYTES} MB: node ${ours} MB, HTTP Request node ${theirs} MB\n`,
	);
	expect(ours).toBeLessThan(ALLOWED_GROWTH);
	expect(ours).toBeLessThan(theirs / 2);
});
