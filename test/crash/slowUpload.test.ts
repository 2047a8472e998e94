import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listening } from '../../rig/n8n/ports';
import { useInstance } from '../../rig/startRig';
import { jsonOf, lastOutcome, publishNodes, senderAt } from '../../rig/workflows/call';

const MEGABYTES = 36;
const SIX_MINUTES = 360_000;
jest.setTimeout(SIX_MINUTES + 120_000);

/** A service that reads one megabyte in ten seconds. */
async function slowService() {
	let bytes = 0;
	const server = createServer(async (request, response) => {
		for await (const { length } of request as AsyncIterable<Buffer>) {
			const before = Math.floor(bytes / 2 ** 20);
			bytes += length;
			if (Math.floor(bytes / 2 ** 20) > before) await pause(SIX_MINUTES / MEGABYTES);
		}
		response.end('OK');
	});
	// By default, Node.js ends a request after five minutes.
	server.requestTimeout = 0;
	const url = `http://127.0.0.1:${await listening(server)}`;
	return { url, bytes: () => bytes, server };
}

const instance = useInstance();

test('An upload of six minutes arrives, although the default time-out of n8n is five', async () => {
	const service = await slowService();
	const media = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'file' };
	const node = await senderAt(instance, service.url, { ...media, phone: '6281200001001' });
	const trigger = { responseMode: 'onReceived' };
	const { path, workflowId } = await publishNodes(instance, [node], { trigger });
	const started = Date.now();
	expect(await instance.api.uploadToWebhook(path, MEGABYTES)).toBe(200);
	await pause(SIX_MINUTES);
	service.server.close();
	const { items, error } = await lastOutcome(instance, workflowId);
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([{ success: true, response: 'OK' }]);
	expect(service.bytes()).toBeGreaterThan(MEGABYTES * 2 ** 20);
	expect(Date.now() - started).toBeGreaterThan(SIX_MINUTES);
});
