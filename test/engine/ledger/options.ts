import { DateTime } from 'luxon';
import { optionWithoutResult, type Plan } from './plan';

/** Lists of an account. */
export const NEVER = 'unsubscribed';
export const ONLY = 'team';

const by = (value: string) => ({ __rl: true, mode: 'id', value });

/** An option whose value is in n8n's variables, unless the item has no result for it. */
const perItem = (name: string, value: string) =>
	`={{ $vars.nothing[$json.item] === "${name}" ? undefined : ${value} }}`;

/** The node's options; those of an item come from n8n's variables. */
export function optionsOf({ items, limits, concurrency, checkFirst }: Plan) {
	// An hour that begins in two hours, for items outside of it.
	const from = DateTime.now().setZone('Asia/Jakarta').plus({ hours: 2 });
	const [begin, end] = [from, from.plus({ hours: 1 })].map((time) => time.toFormat('HH:mm'));
	const hours = {
		from: `={{ $vars.closed[$json.item] ? "${begin}" : "00:00" }}`,
		to: `={{ $vars.closed[$json.item] ? "${end}" : "24:00" }}`,
	};
	const lacking = new Set(
		items.flatMap(({ first, later }, item) =>
			[first, later].map((attempt) => optionWithoutResult(attempt, item)),
		),
	);
	return {
		concurrency,
		countryCode: '62',
		...(lacking.has('delay') && { delay: { seconds: { min: perItem('delay', '0'), max: 0 } } }),
		...((limits?.once || lacking.has('eachRecipientOnce')) && {
			eachRecipientOnce: perItem('eachRecipientOnce', '$vars.once[$json.item]'),
		}),
		checkFirst: lacking.has('checkFirst') ? perItem('checkFirst', `${checkFirst}`) : checkFirst,
		...((items.some(({ isDry }) => isDry) || lacking.has('dryRun')) && {
			dryRun: perItem('dryRun', '$vars.dry[$json.item]'),
		}),
		...(items.some(({ isClosed }) => isClosed) && { sendHours: { hours } }),
		...(limits && { neverSendTo: by(NEVER) }),
		...(limits?.only && { onlySendTo: by(ONLY) }),
		...(limits?.max && { maxPerExecution: limits.max }),
	};
}
