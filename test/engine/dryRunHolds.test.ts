import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { listOf, useClock, withDelay } from './broadcasts';
import { WAYS } from '../simulation/people';
import { phone, sendTexts, useSandbox } from './sandbox';

const holder = useSandbox();
const clock = useClock();
const DECIDED_LATER = ['duplicate', 'maxPerExecution', 'sendHours'];
const SKIPS = [...DECIDED_LATER, 'neverSendTo', 'onlySendTo'];
const LIST_WAYS = WAYS.slice(0, 4);
const rarely = <T>(usual: T, ...others: T[]) =>
	fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));

const person = fc.nat({ max: 4 });
const item = fc.record({
	person,
	way: fc.nat({ max: WAYS.length - 1 }),
	/** In place of the number. */
	number: rarely<unknown>(undefined, 'nobody', '', 81200000001, null),
	text: rarely<unknown>('Hello', '', 'Dear [object Object]', { name: 'Ayu' }, 5),
	sendAt: rarely<unknown>(
		'2036-12-01T12:00',
		'',
		null,
		'2036-11-01T12:00',
		'2036-12-01T21:00',
		'soon',
	),
	buttons: rarely('[]', '["Yes"]', 'Yes'),
	delay: rarely<unknown>(0, 'long', '', null),
	from: rarely<unknown>('09:00', '12:30', '9', null),
	isOnce: rarely<unknown>(true, false, 'maybe', '', null),
});
const listed = fc.option(fc.array(fc.tuple(person, fc.nat({ max: 3 })), { maxLength: 4 }), {
	nil: undefined,
	freq: 2,
});
const plans = fc.record({
	items: fc.array(item, { minLength: 1, maxLength: 12 }),
	never: listed,
	only: listed,
	max: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
	concurrency: fc.constantFrom(1, 1, 4),
	checkFirst: fc.boolean(),
});
type Plan = typeof plans extends fc.Arbitrary<infer Value> ? Value : never;

/** What the node says of each item, and what arrives of it. */
async function run(plan: Plan, dryRun: boolean) {
	const { sandbox } = holder;
	sandbox.reset();
	clock.set('2036-12-01T10:00');
	const lists = Object.entries({ never: plan.never, only: plan.only }).map(([id, people]) => {
		const contacts = people?.map(([who, way]) => ({ phone: LIST_WAYS[way](phone(who)) }));
		return { id, title: id, contacts: contacts ?? [] };
	});
	sandbox.lists = lists as never;
	const options = {
		...{ dryRun, countryCode: '62', concurrency: plan.concurrency },
		...{ sendAt: '={{ $json.sendAt }}', ...withDelay('={{ $json.delay }}') },
		eachRecipientOnce: '={{ $json.isOnce }}',
		sendHours: { hours: { from: '={{ $json.from }}', to: '20:00' } },
		...(plan.max && { maxPerExecution: plan.max }),
		...(plan.never && { neverSendTo: listOf('never') }),
		...(plan.only && { onlySendTo: listOf('only') }),
		checkFirst: plan.checkFirst && dryRun,
	};
	const items = plan.items.map(({ person: who, way, number, ...fields }, index) => ({
		json: { ...fields, phone: number === undefined ? WAYS[way](phone(who)) : number, index },
	})) as INodeExecutionData[];
	const parameters = { isInteractive: true, footer: '={{ $json.index }}', options };
	const { items: shown } = await sendTexts(sandbox, {
		items,
		parameters: { ...parameters, buttons: '={{ $json.buttons }}' } as INodeParameters,
		onError: 'continueRegularOutput',
	});
	const outputs = shown.map(({ json }) => json);
	expect(outputs).toHaveLength(items.length);
	const arrived = sandbox.requests.flatMap(({ body }) => {
		return body ? [{ ...(body as IDataObject), api_key: undefined } as IDataObject] : [];
	});
	return { outputs, arrived };
}

test('What a dry run says of each item is what a real run then does', async () => {
	const sums = { items: 0, sent: 0, skipped: 0, faulty: 0 };
	const property = fc.asyncProperty(plans, async (plan) => {
		const dry = await run(plan, true);
		expect(dry.arrived).toEqual([]);
		const real = await run(plan, false);
		for (const [index, { dryRun, wouldSend, reason, body, ...to }] of dry.outputs.entries()) {
			expect(dryRun).toBe(true);
			const done = real.outputs[index];
			const arrived = real.arrived.filter(({ footer }) => footer === String(index));
			expect(arrived).toEqual(wouldSend ? [body] : []);
			const isSkip = SKIPS.includes(String(reason));
			if (wouldSend) expect(done).toMatchObject({ ...to, success: true });
			else if (isSkip) expect(done).toEqual({ ...to, success: false, skipped: true, reason });
			// What the service says decides whether a fault comes to light, or the item is skipped.
			else if (done.skipped) expect(DECIDED_LATER).toContain(done.reason);
			else expect(done).toEqual({ error: reason });
			sums.items++;
			sums[wouldSend ? 'sent' : isSkip ? 'skipped' : 'faulty']++;
		}
	});
	await fc.assert(property, { numRuns: process.env.LONG ? 2000 : 60, includeErrorInReport: true });
	console.info(JSON.stringify(sums));
}, 3_600_000);
