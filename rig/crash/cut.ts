import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox';
import type { DataTableRow } from '../api/apiTypes';
import { publishCampaign, UNCONFIRMED, type Campaign, type Settings } from './campaign';
import type { Victim, VictimName } from './victims';

/** A message takes the service so long; without it, a broadcast is over before anything can be killed. */
const LATENCY = 20;
const PATIENCE_MS = 300_000;

export interface CutOptions extends Settings {
	recipients: number;
}

/** What became of a broadcast that was cut once and started again. */
export interface Cut extends CutOptions {
	victim: VictimName;
	/** Messages that had been accepted at the kill. */
	killedAfter: number;
	/** Recipients who got nothing and are not marked as unconfirmed. */
	lost: number;
	/** Recipients who got it more than once. */
	twice: number;
	/** Recipients whom the kill left unconfirmed. */
	toCheck: number;
	/** Rows with each result in the campaign's table. */
	rows: Record<string, number>;
	/** Of the workflow's executions, oldest first. */
	executions: string[];
}

/** Nobody is lost, and only the batch under way is sent twice, or is to be checked by hand. */
export function isKept({ lost, twice, toCheck, batchSize, noteFirst }: Cut): boolean {
	const [mayBe, mustNotBe] = noteFirst ? [toCheck, twice] : [twice, toCheck];
	return lost === 0 && mustNotBe === 0 && mayBe <= batchSize;
}

/** @returns milliseconds that the campaign takes when nothing is killed */
export async function runUndisturbed(victim: Victim, options: CutOptions): Promise<number> {
	const campaign = await begin(victim, options);
	await untilEnded(campaign);
	const [{ startedAt, stoppedAt }] = await campaign.executions();
	return Date.parse(String(stoppedAt)) - Date.parse(String(startedAt));
}

/** Starts the campaign, kills the victim at a random moment, and starts the campaign again. */
export async function cutOnce(victim: Victim, options: CutOptions): Promise<Cut> {
	const { sandbox, name } = victim;
	const { recipients } = options;
	const campaign = await begin(victim, options);
	await untilAccepted(sandbox, 1 + Math.floor(Math.random() * (recipients - 1)));
	// A moment anywhere between two messages, and between message and row.
	await pause(Math.random() * 100);
	const killedAfter = sandbox.accepted.length;
	await victim.kill();
	await untilEnded(campaign);
	await victim.beforeNextStart?.();
	await campaign.start();
	await untilEnded(campaign);
	const rows = await victim.api.dataTableRows(campaign.table);
	return {
		...options,
		...{ victim: name, killedAfter },
		...deliveryOf(campaign, sandbox, rows),
		rows: resultsOf(rows),
		executions: (await campaign.executions()).map(({ status }) => status).reverse(),
	};
}

async function begin(victim: Victim, { recipients, ...settings }: CutOptions): Promise<Campaign> {
	victim.sandbox.reset();
	victim.sandbox.latency = LATENCY;
	const campaign = await publishCampaign(victim, recipients, settings);
	await campaign.start();
	return campaign;
}

async function untilAccepted({ accepted }: Sandbox, count: number): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (accepted.length < count) {
		if (Date.now() > deadline) throw new Error(`${accepted.length} of ${count} messages arrived`);
		await pause(5);
	}
}

/** What a user looks at before the next start: no execution is under way in the editor's list. */
async function untilEnded(campaign: Campaign): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const states = (await campaign.executions()).map(({ status }) => status);
		if (states.length > 0 && !states.some((state) => state === 'new' || state === 'running'))
			return;
		if (Date.now() > deadline) throw new Error(`Executions have not ended: ${states.join(', ')}`);
		await pause(250);
	}
}

function deliveryOf({ recipients }: Campaign, { accepted }: Sandbox, rows: DataTableRow[]) {
	const times = new Map<string, number>();
	for (const { recipient } of accepted) times.set(recipient, (times.get(recipient) ?? 0) + 1);
	const unconfirmed = new Set(
		rows.filter(({ result }) => result === 'unconfirmed').map(({ phone }) => phone),
	);
	return {
		lost: recipients.filter((each) => !times.has(each) && !unconfirmed.has(each)).length,
		twice: recipients.filter((each) => (times.get(each) ?? 0) > 1).length,
		toCheck: [...unconfirmed].filter((each) => each !== UNCONFIRMED).length,
	};
}

function resultsOf(rows: DataTableRow[]): Record<string, number> {
	const results: Record<string, number> = {};
	for (const { result } of rows) results[result] = (results[result] ?? 0) + 1;
	return results;
}
