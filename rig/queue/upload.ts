import { createHash, randomBytes } from 'node:crypto';
import type { Credential, Item } from '../api/apiTypes';
import type { MultipartBody } from '../../sandbox';
import { node, SENDER_TYPE } from '../workflows/nodes';
import { untilEnded } from './executions';
import type { QueueSetup } from './setup';
import { publish } from './workflows';

const MEGABYTES = 20;

export interface UploadOutcome {
	megabytes: number;
	/** how n8n kept the file in between: the beginning of its id, e.g. `database` */
	store: string;
	/** whether a worker ran the execution, by its own log */
	sentByWorker: boolean;
	/** whether the service got the bytes that the webhook process got */
	sameBytes: boolean;
}

/** A file arrives at the webhook process and is sent on by a worker, each with folders of its own. */
export async function uploadAcross({ rig, sandbox }: QueueSetup): Promise<UploadOutcome> {
	const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.url };
	const credential = await rig.api.createCredential({
		name: 'Sandbox',
		type: 'whatsAppSenderApi',
		data,
	});
	const workflow = await publish(rig, [uploader(credential)]);
	const bytes = randomBytes(MEGABYTES * 1024 * 1024);
	const form = new FormData();
	form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'invoice.pdf');
	await fetch(workflow.url, { method: 'POST', body: form });
	await untilEnded(rig.database, workflow.id, 60_000);

	const [{ id }] = await rig.api.executions(workflow.id, 1);
	const { resultData } = (await rig.api.execution(id)).data;
	const [received] = resultData.runData.Webhook[0].data?.main[0] as Item[];
	const [arrived] = (sandbox.requests.at(-1)?.body as MultipartBody | undefined)?.files ?? [];
	return {
		megabytes: MEGABYTES,
		store: String((received.binary?.file as { id?: string }).id ?? 'the execution itself').split(
			':',
		)[0],
		sentByWorker: rig.workers.some((worker) =>
			worker.output().includes(`Worker finished execution ${id} `),
		),
		sameBytes: arrived?.sha256 === createHash('sha256').update(bytes).digest('hex'),
	};
}

function uploader({ id, name }: Credential) {
	const parameters = {
		operation: 'sendMedia',
		mediaSource: 'binary',
		binaryPropertyName: 'file',
		phone: '6281234567890',
		text: 'Your invoice',
	};
	return node('Sender', SENDER_TYPE, parameters, {
		credentials: { whatsAppSenderApi: { id, name } },
	});
}
