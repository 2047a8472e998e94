import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionSummary, N8nWorkflow } from '../api/apiTypes';
import { examplesFolder } from '../n8n/folders';
import type { Instance } from '../startInstance';
import { webhook } from '../workflows/nodes';

const EXAMPLE = 'broadcast-that-can-be-cut.json';

/** The sandbox accepts a message to it, and cuts the connection without a response. */
export const UNCONFIRMED = '6200000000444';

/** What the user sets in the example. */
export interface Settings {
	batchSize: number;
	/** Whether the node *Note them first* is active. */
	noteFirst: boolean;
}

/** The example as a published workflow of its own. */
export interface Campaign {
	recipients: string[];
	/** Name of its Data Table. */
	table: string;
	/** Starts the workflow; it goes on in the background. */
	start(): Promise<void>;
	/** Newest first. */
	executions(): Promise<ExecutionSummary[]>;
}

/**
 * Publishes the example for a list of so many people, one of them unconfirmed, without delays, and
 * started by a webhook: what is started by hand does not go to a worker.
 */
export async function publishCampaign(
	instance: Instance,
	size: number,
	{ batchSize, noteFirst }: Settings,
): Promise<Campaign> {
	const recipients = Array.from({ length: size }, (_, index) => String(62_000_300_000 + index));
	recipients[size >> 1] = UNCONFIRMED;
	const [list] = instance.sandbox.lists;
	const [contact] = list.contacts;
	list.contacts = recipients.map((phone) => ({ ...contact, phone, name: `Name ${phone}` }));

	const table = `Campaign ${randomUUID()}`;
	const hook = randomUUID();
	const { id, name } = instance.credential;
	const text = await readFile(path.join(examplesFolder, EXAMPLE), 'utf8');
	const { nodes, connections, settings } = JSON.parse(text) as N8nWorkflow;
	const node = (wanted: string) => nodes.find((each) => each.name === wanted)!;
	node('Table of this campaign').parameters.tableName = table;
	node('Loop Over Items').parameters.batchSize = batchSize;
	node('Note them first').disabled = !noteFirst;
	node('Get the contacts').parameters.list = { __rl: true, mode: 'id', value: list.id };
	node('Message each contact').parameters.options = {};
	for (const each of nodes) {
		if (each.credentials) each.credentials = { whatsAppSenderApi: { id, name } };
	}
	const trigger = webhook(hook, { responseMode: 'onReceived' });
	Object.assign(node('Run manually'), { ...trigger, name: 'Run manually' });
	const workflow = { name: table, nodes, connections, settings };
	const { id: workflowId } = await instance.api.createWorkflow(workflow);
	await instance.api.activate(workflowId);
	return {
		...{ recipients, table },
		async start() {
			const { status } = await instance.api.callWebhook(hook, {});
			if (status !== 200) throw new Error(`The webhook of the campaign responded HTTP ${status}`);
		},
		executions: async () => await instance.api.executions(workflowId, 100),
	};
}
