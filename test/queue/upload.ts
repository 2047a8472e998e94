import { createHash, randomBytes } from 'node:crypto';
import type { MultipartBody } from '../../sandbox';
import { publish } from '../../rig/queue/load';
import { untilEnded, type QueueSetup } from '../../rig/queue/setup';
import { node, SENDER_TYPE } from '../../rig/workflows/nodes';

/** A file of 20 MB arrives at the webhook process and is sent on by a worker, each with folders of its own. */
export async function uploadAcross({ rig, service, credential }: QueueSetup) {
	const { id, name } = credential;
	const upload = { operation: 'sendMedia', mediaSource: 'binary', binaryPropertyName: 'file' };
	const parameters = { ...upload, phone: '6281234567890', text: 'Your invoice' };
	const credentials = { whatsAppSenderApi: { id, name } };
	const workflow = await publish(rig, [node('Sender', SENDER_TYPE, parameters, { credentials })]);
	const bytes = randomBytes(20 * 1024 * 1024);
	const form = new FormData();
	form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf');
	await fetch(workflow.url, { method: 'POST', body: form });
	await untilEnded(rig.database, workflow.id, 60_000);

	const [execution] = await rig.api.executions(workflow.id, 1);
	const { resultData } = (await rig.api.execution(execution.id)).data;
	const received = resultData.runData.Webhook[0].data?.main[0]?.[0].binary?.file as { id: string };
	const [arrived] = (service.requests.at(-1)?.body as MultipartBody).files;
	const finished = `Worker finished execution ${execution.id} `;
	return {
		/** how n8n kept the file in between: the beginning of its id */
		store: received.id.split(':')[0],
		sentByWorker: rig.workers.some((worker) => worker.output().includes(finished)),
		/** whether the service got the bytes that the webhook process got */
		sameBytes: arrived.sha256 === createHash('sha256').update(bytes).digest('hex'),
	};
}
