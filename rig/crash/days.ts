import { setTimeout as pause } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { startClock, type Clock } from '../clock';
import { startInstance, type Instance } from '../startInstance';
import { until } from '../until';
import { publishCampaign, type Campaign, type Settings } from './campaign';
import { isOver, whatBecameOf } from './cut';

const PATIENCE_MS = 120_000;
/** A message takes the service so long, so that an execution can be killed in its middle. */
const LATENCY = 50;
/** Other than the one of this machine and UTC. */
const ZONE = 'Asia/Jakarta';
const FIRST_DAY = DateTime.fromISO('2027-03-01', { zone: ZONE });

/** A campaign that goes on by itself, hour by hour, and what happens to it. */
export interface Plan extends Settings {
	recipients: number;
	/** The hours at which an execution may send. */
	from: number;
	to: number;
	/** Most messages of an execution. */
	max: number;
	/** For each day, the hours at which n8n is killed in the middle of its messages. */
	kills: number[][];
}

/**
 * Runs a campaign over simulated days: n8n's Schedule Trigger starts it every hour, from the hour
 * before the first to the hour after the last. Every night n8n is off.
 *
 * @returns how many messages the service accepted in each hour, and what became of the campaign
 */
export async function runDays(plan: Plan) {
	await using stops = new AsyncDisposableStack();
	const clock = await startClock(stops);
	await clock.set(timeOf(0, plan.from - 2).toJSDate());
	// So talkative that it says when the schedule is set.
	const env = { ...clock.env, GENERIC_TIMEZONE: ZONE, N8N_LOG_LEVEL: 'debug' };
	await using instance = await startInstance('2.x', { env, rawBodies: false });
	instance.sandbox.latency = LATENCY;
	const { from, to, max } = plan;
	const sendHours = { hours: { from: `${from}:00`, to: `${to}:00` } };
	const options = { maxPerExecution: max, sendHours };
	const settings = { ...plan, options, everyHour: true };
	const campaign = await publishCampaign(instance, plan.recipients, settings);
	const run = new Run(instance, clock, campaign);
	const hours: Array<{ day: number; hour: number; isKilled: boolean; sent: number }> = [];
	for (const [day, kills] of plan.kills.entries()) {
		if (day > 0) await run.restart(timeOf(day, from - 2));
		for (let hour = from - 1; hour <= to; hour++) {
			const isKilled = kills.includes(hour);
			const before = instance.sandbox.accepted.length;
			const time = timeOf(day, hour);
			await (isKilled ? run.killed(time, max) : run.undisturbed(time));
			hours.push({ day, hour, isKilled, sent: instance.sandbox.accepted.length - before });
		}
	}
	return { hours, ...(await whatBecameOf(instance, campaign)) };
}

const timeOf = (day: number, hour: number) => FIRST_DAY.plus({ days: day, hours: hour });

class Run {
	/** Id of the newest execution before the hour. */
	private newest?: string;

	constructor(
		private readonly instance: Instance,
		private readonly clock: Clock,
		private readonly campaign: Campaign,
	) {}

	/** @param time full hour */
	async undisturbed(time: DateTime): Promise<void> {
		await this.begin(time);
		await this.until(async () => (await this.all()).every(isOver), 'has not ended');
		this.newest = (await this.all())[0]?.id;
	}

	/** Kills n8n in the middle of the messages of an hour, and has it back before the next. */
	async killed(time: DateTime, max: number): Promise<void> {
		const { accepted } = this.instance.sandbox;
		const before = accepted.length;
		const wanted = before + 1 + Math.floor(Math.random() * (max - 1));
		await this.begin(time);
		await this.until(() => accepted.length >= wanted, 'has not sent');
		await pause(Math.random() * LATENCY);
		await this.instance.n8n.kill();
		await this.restart(time.plus({ minutes: 30 }));
	}

	async restart(time: DateTime): Promise<void> {
		const { instance, clock } = this;
		await instance.n8n.stop();
		await clock.set(time.toJSDate());
		const printed = instance.printed.length;
		await instance.restart();
		const isActive = () => instance.printed.slice(printed).includes('Registered cron');
		await this.until(isActive, 'is not scheduled');
		this.newest = (await this.all())[0]?.id;
	}

	/** Has n8n's own schedule start the execution of an hour. */
	private async begin(time: DateTime): Promise<void> {
		await this.clock.set(time.minus({ seconds: 1 }).toJSDate());
		await this.until(async () => (await this.all())[0]?.id !== this.newest, 'has not begun');
	}

	/** When the clock jumps, n8n closes connections that it takes for idle: then it is read again. */
	private async all() {
		const read = async () => await this.instance.api.executions(this.campaign.workflowId, 100);
		return await read().catch(read);
	}

	private async until(condition: () => boolean | Promise<boolean>, problem: string) {
		if (await until<boolean>(condition, PATIENCE_MS)) return;
		throw new Error(`The execution ${problem}`);
	}
}
