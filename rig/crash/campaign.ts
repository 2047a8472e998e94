import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../sandbox';
import type { N8nApi } from '../api/api';
import type { Credential, ExecutionSummary, N8nWorkflow } from '../api/apiTypes';
import { examplesFolder } from '../n8n/folders';
import { webhook } from '../workflows/nodes';

const EXAMPLE = 'broadcast-that-can-be-cut.json';

/** The sandbox accepts a message to it, and cuts the connection without a response. */
export const UNCONFIRMED = '6200000000444';

/** A running n8n, and the service that its messages go to. */
export interface Place {
	/** Another one after a restart. */
	readonly api: N8nApi;
	sandbox: Sandbox;
	/** Of the sandbox. */
	credential: Credential;
}

/** What the user sets in the example. */
export interface Settings {
	batchSize: number;
	/** Whether the node *Note them first* is active. */
	noteFirst: boolean;
}

/** The two ways that the guide names: a crash sends a batch again, or leaves one recipient to check by hand. */
export const TWICE: Settings = { batchSize: 20, noteFirst: false };
export const BY_HAND: Settings = { batchSize: 1, noteFirst: true };

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
	place: Place,
	size: number,
	settings: Settings,
): Promise<Campaign> {
	const recipients = Array.from({ length: size }, (_, index) => String(62_000_300_000 + index));
	recipients[size >> 1] = UNCONFIRMED;
	const [list] = place.sandbox.lists;
	const [contact] = list.contacts;
	list.contacts = recipients.map((phone) => ({ ...contact, phone, name: `Name ${phone}` }));

	const table = `Campaign ${randomUUID()}`;
	const hook = randomUUID();
	const { id } = await place.api.createWorkflow(
		await workflowOf(place, { ...settings, table, hook, listId: list.id }),
	);
	await place.api.activate(id);
	return {
		...{ recipients, table },
		async start() {
			const { status } = await place.api.callWebhook(hook, {});
			if (status !== 200) throw new Error(`The webhook of the campaign responded HTTP ${status}`);
		},
		executions: async () => await place.api.executions(id, 100),
	};
}

interface Changes extends Settings {
	table: string;
	hook: string;
	listId: string;
}

async function workflowOf(
	{ credential: { id, name } }: Place,
	{ table, hook, listId, batchSize, noteFirst }: Changes,
): Promise<N8nWorkflow> {
	const text = await readFile(path.join(examplesFolder, EXAMPLE), 'utf8');
	const { nodes, connections, settings } = JSON.parse(text) as N8nWorkflow;
	const node = (wanted: string) => {
		const found = nodes.find((each) => each.name === wanted);
		if (!found) throw new Error(`The example has no node "${wanted}"`);
		return found;
	};
	node('Table of this campaign').parameters.tableName = table;
	node('Loop Over Items').parameters.batchSize = batchSize;
	node('Note them first').disabled = !noteFirst;
	node('Get the contacts').parameters.list = { __rl: true, mode: 'id', value: listId };
	node('Message each contact').parameters.options = {};
	for (const each of nodes) {
		if (each.credentials) each.credentials = { whatsAppSenderApi: { id, name } };
	}
	const trigger = { ...webhook(hook, { responseMode: 'onReceived' }), name: 'Run manually' };
	return {
		name: table,
		nodes: nodes.map((each) => (each.name === trigger.name ? trigger : each)),
		connections,
		settings,
	};
}
