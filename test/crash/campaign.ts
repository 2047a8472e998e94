import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nWorkflow } from '../../rig/api/apiTypes';
import { examplesFolder } from '../../rig/n8n/folders';
import type { Instance } from '../../rig/startRig';
import { until } from '../../rig/until';
import { webhook } from '../../rig/workflows/nodes';

const EXAMPLE = path.join(examplesFolder, 'broadcast-that-resumes.json');
/** The row of the table that lets one execution run at a time has this instead of a phone. */
const EXECUTION = 'Execution';
/** The sandbox accepts a message to it, and cuts the connection without a response. */
const UNCONFIRMED = '447700900444';
/** A message takes the service so long; without it, a broadcast is over before anything can be killed. */
const LATENCY = 20;
const PATIENCE_MS = 300_000;

/** What is killed, as a power cut would, and brought back. */
const KILLS = {
	async n8n({ n8n, restart }: Instance): Promise<void> {
		await n8n.kill();
		await restart();
	},
	async worker({ queue }: Instance): Promise<void> {
		await queue.killWorker();
		await queue.haveWorkers(1);
	},
};

export type Victim = keyof typeof KILLS;

export interface Settings {
	batchSize: number;
	/** Whether the node *Note them first* is active. */
	noteFirst: boolean;
}

/**
 * Starts the example that resumes, kills the victim at a random moment, and starts it again.
 *
 * @returns what became of its recipients, one of whom is unconfirmed without a kill
 */
export async function cutOnce(
	instance: Instance,
	victim: Victim,
	size: number,
	settings: Settings,
) {
	const { api, sandbox } = instance;
	sandbox.latency = LATENCY;
	const recipients = Array.from({ length: size }, (_, index) => String(62_000_300_000 + index));
	recipients[size >> 1] = UNCONFIRMED;
	const { name: table, id } = await publishExample(instance, recipients, settings, victim);
	const start = async () => expect((await api.callWebhook(table, {})).status).toBe(200);
	const isOver = async () => {
		const executions = await api.executions(id, 100);
		const isEnded = ({ status }: { status: string }) => status !== 'new' && status !== 'running';
		return executions.length > 0 && executions.every(isEnded);
	};
	await start();
	const killAfter = 1 + Math.floor(Math.random() * (size - 1));
	await until(() => sandbox.accepted.length >= killAfter, PATIENCE_MS);
	// A moment anywhere between two messages, and between message and row.
	await pause(Math.random() * 100);
	const killedAfter = sandbox.accepted.length;
	await KILLS[victim](instance);
	expect(await until(isOver, PATIENCE_MS)).toBe(true);
	if (victim !== 'n8n') await api.deleteDataTableRows(table, 'phone', EXECUTION);
	await start();
	expect(await until(isOver, PATIENCE_MS)).toBe(true);

	const rows = (await api.dataTableRows(table)).filter(({ phone }) => phone !== EXECUTION);
	const isUnconfirmed = (recipient: string) =>
		rows.findLast(({ phone }) => phone === recipient)?.result === 'unconfirmed';
	const times = countOf(sandbox.accepted.map(({ recipient }) => recipient));
	return {
		victim,
		recipients: size,
		killedAfter,
		...settings,
		/** Recipients who got nothing and are not marked as unconfirmed. */
		lost: recipients.filter((each) => !times[each] && !isUnconfirmed(each)).length,
		twice: recipients.filter((each) => times[each] > 1).length,
		/** Recipients whom the kill left unconfirmed. */
		toCheck: recipients.filter((each) => isUnconfirmed(each) && each !== UNCONFIRMED).length,
		/** Rows with each result in the campaign's table. */
		rows: countOf(rows.map(({ result }) => result)),
	};
}

/** Started by a webhook: what is started by hand does not go to a worker. */
async function publishExample(
	{ api, sandbox, credential: { id, name } }: Instance,
	recipients: string[],
	{ batchSize, noteFirst }: Settings,
	victim: Victim,
) {
	const [list] = sandbox.lists;
	const [contact] = list.contacts;
	list.contacts = recipients.map((phone) => ({ ...contact, phone, name: `Name ${phone}` }));
	const address = randomUUID();
	const text = await readFile(EXAMPLE, 'utf8');
	// The row Execution is free again by itself, here at once. In queue mode it is deleted by hand.
	const example = victim === 'n8n' ? text.replace('minutes: 58', 'seconds: 1') : text;
	const { nodes, connections, settings } = JSON.parse(example) as N8nWorkflow;
	const node = (wanted: string) => nodes.find((each) => each.name === wanted)!;
	node('Table of this campaign').parameters.tableName = address;
	node('Loop Over Items').parameters.batchSize = batchSize;
	node('Note them first').disabled = !noteFirst;
	node('Get the contacts').parameters.list = { __rl: true, mode: 'id', value: list.id };
	node('Message each contact').parameters.options = {};
	node('Every hour').disabled = true;
	for (const each of nodes) {
		if (each.credentials) each.credentials = { whatsAppSenderApi: { id, name } };
	}
	const trigger = webhook(address, { responseMode: 'onReceived' });
	Object.assign(node('Run manually'), { ...trigger, name: 'Run manually' });
	const workflow = await api.createWorkflow({ name: address, nodes, connections, settings });
	await api.activate(workflow.id);
	return workflow;
}

function countOf(values: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}
