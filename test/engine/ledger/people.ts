import fc from 'fast-check';
import type { INodeExecutionData, OnError } from 'n8n-workflow';
import type { Fault, Sandbox } from '../../../sandbox';
import { phoneOf, sendTexts } from '../sandbox';

/** What the service does with one attempt. */
const FAULTS = {
	accept: undefined,
	reject: { status: 500, body: 'No signal' },
	lost: 'cut-after',
	'lost unread': 'cut-before',
} satisfies Record<string, Fault | undefined>;
type Answer = keyof typeof FAULTS;

/** A person, of a few that come again and again, and the way in which the phone is written. */
interface Written {
	person: number;
	way: number;
}

/** One broadcast to people who come again, some of whom must not be reached. */
export interface PeoplePlan {
	/** With the answers to the first attempts; every later one is accepted. */
	items: Array<Written & { answers: Answer[] }>;
	/** People on the list of Never Send To. */
	stopped: Written[];
	concurrency: number;
	onError: OnError;
	retryOnFail: boolean;
	/** Rounds of a loop; with one, a failed execution is retried until it succeeds. */
	rounds: number;
	/** How many reads of the list fail. */
	listFailures: number;
}

const numberOf = (person: number) => `6281234${String(person).padStart(6, '0')}`;

/** Ways to write a number; the first four are of a list. */
const WAYS: Array<(digits: string) => string | number> = [
	(digits) => digits,
	(digits) => `+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
	(digits) => `0${digits.slice(2)}`,
	(digits) => `00${digits}`,
	(digits) => `${digits}.0`,
	(digits) => Number(digits),
	(digits) => `+62 (0)${digits.slice(2)}`,
];
const written = ({ person, way }: Written) => WAYS[way](numberOf(person));

const person = fc.nat({ max: 5 });
const answer = fc.constantFrom<Answer>(
	'accept',
	'accept',
	'accept',
	'reject',
	'lost',
	'lost unread',
);

export const peoplePlans: fc.Arbitrary<PeoplePlan> = fc.record({
	items: fc.array(
		fc.record({
			person,
			way: fc.nat({ max: WAYS.length - 1 }),
			answers: fc.array(answer, { minLength: 1, maxLength: 3 }),
		}),
		{ minLength: 1, maxLength: 12 },
	),
	stopped: fc.array(fc.record({ person, way: fc.nat({ max: 3 }) }), { maxLength: 3 }),
	concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 8 })),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	rounds: fc.constantFrom(1, 1, 2, 3),
	listFailures: fc.constantFrom(0, 0, 0, 1, 2),
});

export interface PeopleBooks {
	/** The number of each item, and the numbers on the list. */
	numbers: string[];
	stopped: Set<string>;
	/** Attempts at messages, as the service saw them. */
	arrivals: Array<{ item: number; recipient: string; answer: Answer }>;
	accepted: string[];
	/** Of each run of the node that ended well, by round. */
	outputs: INodeExecutionData[][];
	endedWell: boolean;
}

const LIST = 'unsubscribed';
/** Retries of the execution until it must have ended well, whatever is planned. */
const MOST_RETRIES = 60;

/** Runs a plan through n8n's engine; a failed execution without a loop is retried until it ends well. */
export async function sendToPeople(sandbox: Sandbox, plan: PeoplePlan): Promise<PeopleBooks> {
	sandbox.reset();
	const contacts = plan.stopped.map((entry) => ({ phone: written(entry), is_group: false }));
	sandbox.lists = [{ id: LIST, title: 'Unsubscribed', contacts }] as never;
	let { listFailures } = plan;
	sandbox.onLists = () => (listFailures-- > 0 ? { status: 503, body: 'Try again' } : undefined);
	const arrivals: PeopleBooks['arrivals'] = [];
	sandbox.onSend = (request) => {
		const item = Number(/\d+/.exec((request.body as { text: string }).text)?.[0]);
		const before = arrivals.filter((arrival) => arrival.item === item).length;
		const answer = plan.items[item].answers[before] ?? 'accept';
		arrivals.push({ item, recipient: phoneOf(request), answer });
		return FAULTS[answer];
	};
	const { onError, retryOnFail, rounds, concurrency } = plan;
	const items = plan.items.map((item, index) => ({
		json: { phone: written(item), text: `Item ${index}.` },
	}));
	const neverSendTo = { __rl: true, mode: 'id', value: LIST };
	const limits = { countryCode: '62', eachRecipientOnce: true, neverSendTo };
	const options = {
		...(rounds > 1 ? { batches: Array(rounds).fill(items) } : { items }),
		parameters: { options: { concurrency, ...limits } },
		onError,
		retryOnFail,
	};
	let outcome = await sendTexts(sandbox, options);
	for (let retries = 0; rounds === 1 && outcome.error && retries < MOST_RETRIES; retries++) {
		outcome = await sendTexts(sandbox, { ...options, retryOf: outcome });
	}
	const runs = outcome.run.data.resultData.runData.Sender ?? [];
	return {
		numbers: plan.items.map(({ person }) => numberOf(person)),
		stopped: new Set(plan.stopped.map(({ person }) => numberOf(person))),
		arrivals,
		accepted: sandbox.accepted.map(({ recipient }) => recipient),
		outputs: runs.flatMap(({ data }) => (data ? [data.main.flatMap((out) => out ?? [])] : [])),
		endedWell: outcome.error === undefined,
	};
}
