import type { INodeExecutionData, IRun } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../sandbox';
import { retryTexts, sendTexts } from '../sandbox';
import { runLoop } from '../workflows';
import { type Answer, type PeoplePlan, phoneOf, written } from './peoplePlan';

const LIST = 'unsubscribed';
/** Retries of the execution until it must have ended well, whatever is planned. */
const MOST_RETRIES = 60;

/** One attempt at one item's message, as the service saw it. */
export interface Arrival {
	item: number;
	recipient: string;
	answer: Answer;
}

export interface PeopleBooks {
	arrivals: Arrival[];
	accepted: string[];
	/** Of each run of the node that ended well, by round. */
	outputs: INodeExecutionData[][];
	ended: 'well' | 'in an error';
}

const FAULTS: Record<Answer, Fault | undefined> = {
	accept: undefined,
	reject: { status: 500, body: 'No signal' },
	lost: 'cut-after',
	'lost unread': 'cut-before',
};

/** Runs a plan through n8n's engine; a failed execution is retried until it ends well. */
export async function sendToPeople(sandbox: Sandbox, plan: PeoplePlan): Promise<PeopleBooks> {
	sandbox.reset();
	const contacts = plan.stopped.map((entry) => ({ phone: written(entry), is_group: false }));
	sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts }] as never;
	let { listFailures } = plan;
	sandbox.onLists = () => (listFailures-- > 0 ? { status: 503, body: 'Try again' } : undefined);
	const arrivals = follow(sandbox, plan);
	const items = plan.items.map((item, index) => ({
		json: { phone: written(item), text: `Item ${index}.` },
	})) as INodeExecutionData[];
	const parameters = {
		resource: 'message',
		operation: 'sendText',
		phone: '={{ $json.phone }}',
		text: '={{ $json.text }}',
		options: {
			concurrency: plan.concurrency,
			countryCode: '62',
			eachRecipientOnce: true,
			neverSendTo: { __rl: true, mode: 'id', value: LIST },
		},
	};
	const { onError, retryOnFail, rounds } = plan;
	const runs =
		rounds > 1
			? await runLoop(sandbox, Array(rounds).fill(items), {
					settings: { parameters, onError, retryOnFail },
				})
			: await untilItEndsWell(sandbox, { items, parameters, onError, retryOnFail });
	const accepted = sandbox.accepted.map(({ recipient }) => recipient);
	const outputs = outputsOf(runs);
	return {
		arrivals,
		accepted,
		outputs,
		ended: runs.data.resultData.error ? 'in an error' : 'well',
	};
}

async function untilItEndsWell(sandbox: Sandbox, options: Parameters<typeof sendTexts>[1]) {
	let outcome = await sendTexts(sandbox, options);
	for (let retries = 0; outcome.error && retries < MOST_RETRIES; retries++) {
		outcome = await retryTexts(sandbox, outcome, options);
	}
	return outcome.run;
}

function outputsOf({ data }: IRun): INodeExecutionData[][] {
	return (data.resultData.runData.Sender ?? []).flatMap((run) =>
		run.data ? [[...(run.data.main[0] ?? []), ...(run.data.main[1] ?? [])]] : [],
	);
}

function follow(sandbox: Sandbox, { items }: PeoplePlan): Arrival[] {
	const arrivals: Arrival[] = [];
	sandbox.onSend = ({ body }) => {
		const { text, phone } = body as { text: string; phone: string };
		const item = Number(/\d+/.exec(text)?.[0]);
		const before = arrivals.filter((arrival) => arrival.item === item).length;
		const answer = items[item].answers[before] ?? 'accept';
		arrivals.push({ item, recipient: phone, answer });
		return FAULTS[answer];
	};
	return arrivals;
}

export const stoppedPhones = ({ stopped }: PeoplePlan) =>
	new Set(stopped.map(({ person }) => phoneOf(person)));
