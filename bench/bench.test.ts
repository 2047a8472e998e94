import type { INodeParameters } from 'n8n-workflow';
import type { N8nNode } from '../rig/api/api';
import { useInstance } from '../rig/startRig';
import { people, publishNodes, sender } from '../rig/workflows/call';
import { splitItems } from '../rig/workflows/nodes';
import { report, usageOf } from './measure';
import { startService, type Service } from './service';

jest.setTimeout(300_000);
// A busy machine may slow down one side of a comparison.
jest.retryTimes(1);

const message = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };

const instance = useInstance({
	env: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});
let service: Service;
beforeAll(async () => {
	service = await startService();
	const { url } = service;
	instance.credential = await instance.api.createSenderCredential({ apiKey: 'bench-key', url });
});
afterAll(() => service?.stop());

const withOptions = (more: INodeParameters) => sender(instance, { ...message, options: more });

/** Publishes a node that sends. @returns a function that runs and measures it, and expects each message once */
async function sending(node: N8nNode) {
	const trigger = { responseData: 'noData' };
	const { path } = await publishNodes(instance, [splitItems(), node], { trigger });
	return async (count: number, arriving = count) => {
		const items = people(count).map(({ phone }, index) => ({ phone, text: `Message ${index}` }));
		service.begin();
		const call = async () => (await instance.api.callWebhook(path, { items })).status;
		const { result, ...usage } = await usageOf(instance.n8n, call);
		const { messages, texts } = service.tally;
		expect([result, messages, texts.size]).toEqual([200, arriving, arriving]);
		return usage;
	};
}

test('A campaign', async () => {
	const count = 2000;
	const plain = await sending(withOptions({}));
	const campaign = await sending(withOptions({ campaign: `Offer ${Date.now()}` }));
	await plain(100);
	const { time: without } = await plain(count);
	const { time: first } = await campaign(count);
	const { time: again } = await campaign(count, 0);
	report(
		['2,000 messages of a campaign: time, as a multiple of without it', first / without, 2.5],
		['2,000 people who have it: time of each', again / count, 1.5, 'ms'],
	);
});

test('An upload', async () => {
	const media = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'file' };
	const node = sender(instance, { ...media, phone: '6281234567890', text: 'A film' });
	const { path } = await publishNodes(instance, [node], { trigger: { responseData: 'noData' } });
	const upload = async (megabytes: number) => {
		const status = await instance.api.uploadToWebhook(path, megabytes);
		expect([status, service.tally.bytes > megabytes * 2 ** 20]).toEqual([200, true]);
	};
	service.begin();
	await upload(20);
	const { growth } = await usageOf(instance.n8n, async () => await upload(190));
	report(['An upload of 190 MB: growth of memory', growth, 100, 'MB']);
});
