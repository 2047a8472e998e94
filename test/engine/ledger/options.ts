import { DateTime } from 'luxon';
import type { Plan } from './plan';

/** Lists of an account. */
export const NEVER = 'unsubscribed';
export const ONLY = 'team';

const by = (value: string) => ({ __rl: true, mode: 'id', value });

/** The node's options; those of an item come from n8n's variables. */
export function optionsOf({ items, limits, concurrency, checkFirst }: Plan) {
	// An hour that begins in two hours, for items outside of it.
	const from = DateTime.now().setZone('Asia/Jakarta').plus({ hours: 2 });
	const [begin, end] = [from, from.plus({ hours: 1 })].map((time) => time.toFormat('HH:mm'));
	const hours = {
		from: `={{ $vars.closed[$json.item] ? "${begin}" : "00:00" }}`,
		to: `={{ $vars.closed[$json.item] ? "${end}" : "24:00" }}`,
	};
	return {
		concurrency,
		countryCode: '62',
		eachRecipientOnce: limits?.once ? '={{ $vars.once[$json.item] }}' : false,
		checkFirst,
		...(items.some(({ isDry }) => isDry) && { dryRun: '={{ $vars.dry[$json.item] }}' }),
		...(items.some(({ isClosed }) => isClosed) && { sendHours: { hours } }),
		...(limits && { neverSendTo: by(NEVER) }),
		...(limits?.only && { onlySendTo: by(ONLY) }),
		...(limits?.max && { maxPerExecution: limits.max }),
	};
}
