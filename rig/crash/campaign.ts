import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { N8nWorkflow } from '../api/apiTypes';
import { examplesFolder } from '../n8n/folders';
import type { Instance } from '../startInstance';
import { webhook } from '../workflows/nodes';

const EXAMPLE = path.join(examplesFolder, 'broadcast-that-can-be-cut.json');

/** The sandbox accepts a message to it, and cuts the connection without a response. */
export const UNCONFIRMED = '6200000000444';

/** The row of the table that lets one execution run at a time has this instead of a phone. */
export const EXECUTION = 'Execution';

export interface Settings {
	batchSize: number;
	/** Whether the node *Note them first* is active. */
	noteFirst: boolean;
	/** Options of *Message each contact*. Default: none, so everybody is sent to in one execution. */
	options?: Record<string, unknown>;
	/** Whether the example goes on by itself every hour, at second 0. */
	everyHour?: boolean;
}

export type Campaign = Awaited<ReturnType<typeof publishCampaign>>;

/**
 * Publishes the example for a list of so many people, one of them unconfirmed, and started by a
 * webhook: what is started by hand does not go to a worker.
 */
export async function publishCampaign(
	{ api, sandbox, credential: { id, name } }: Instance,
	size: number,
	{ batchSize, noteFirst, options = {}, everyHour = false }: Settings,
) {
	const recipients = Array.from({ length: size }, (_, index) => String(62_000_300_000 + index));
	recipients[size >> 1] = UNCONFIRMED;
	const [list] = sandbox.lists;
	const [contact] = list.contacts;
	list.contacts = recipients.map((phone) => ({ ...contact, phone, name: `Name ${phone}` }));

	const path = randomUUID();
	const text = await readFile(EXAMPLE, 'utf8');
	const { nodes, connections, settings } = JSON.parse(text) as N8nWorkflow;
	const node = (wanted: string) => nodes.find((each) => each.name === wanted)!;
	node('Table of this campaign').parameters.tableName = path;
	node('Loop Over Items').parameters.batchSize = batchSize;
	node('Note them first').disabled = !noteFirst;
	node('Get the contacts').parameters.list = { __rl: true, mode: 'id', value: list.id };
	node('Message each contact').parameters.options = options;
	const expression = '0 0 * * * *';
	node('Every hour').parameters.rule = { interval: [{ field: 'cronExpression', expression }] };
	node('Every hour').disabled = !everyHour;
	for (const each of nodes) {
		if (each.credentials) each.credentials = { whatsAppSenderApi: { id, name } };
	}
	const trigger = webhook(path, { responseMode: 'onReceived' });
	Object.assign(node('Run manually'), { ...trigger, name: 'Run manually' });
	const workflow = await api.createWorkflow({ name: path, nodes, connections, settings });
	await api.activate(workflow.id);
	return {
		recipients,
		table: path,
		/** Starts the workflow; it goes on in the background. */
		async start(): Promise<void> {
			const { status } = await api.callWebhook(path, {});
			if (status !== 200) throw new Error(`The webhook of the campaign responded HTTP ${status}`);
		},
		workflowId: workflow.id,
	};
}
