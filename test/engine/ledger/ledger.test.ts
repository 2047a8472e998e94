import { useSandbox } from '../sandbox';
import { broadcast, wasDisturbed, type Books } from './broadcast';
import { strays } from './clientBook';
import { plans } from './plan';
import { checkBroadcasts } from './property';
import { broken } from './rules';

const holder = useSandbox();
const isLong = !!process.env.LONG;

test(
	'what the node reports, what the service took and what the contract says agree',
	async () => {
		const { broadcasts, disturbed } = await checkBroadcasts(
			plans,
			isLong ? 10_000 : 150,
			async (plan) => {
				const books = await broadcast(holder.sandbox, plan);
				const isDisturbed = wasDisturbed(books);
				const violations = isDisturbed ? [] : broken(plan, books);
				if (strays.length > 0) violations.push(`started after the end: ${strays.splice(0)}`);
				const tally = {
					messages: plan.items.length,
					arrivals: books.arrivals.length,
					loops: Number(plan.batch !== undefined && plan.batch < plan.items.length),
					retriedExecutions: books.retried,
					timeOuts: books.arrivals.filter(({ attempt }) => attempt === 'slow').length,
					cancelled: Number(books.cancelled),
					disturbed: Number(isDisturbed),
				};
				return { broken: violations, books: shown(books), tally };
			},
		);
		// Beside npm test's other files, more time-outs pass that were not planned.
		expect(disturbed).toBeLessThanOrEqual(broadcasts * (isLong ? 0.01 : 0.1));
	},
	24 * 3_600_000,
);

const shown = ({ items, errors, error, tries, arrivals, ...books }: Books) => ({
	...books,
	arrivals: arrivals.map(({ item, attempt }) => `${item} ${attempt}`),
	starts: tries.map(({ starts, error }) => [starts.map(({ item }) => item), error?.message]),
	items: items.map(({ json }) => json),
	errors: errors.map(({ json }) => json),
	error: error && { message: error.message, description: error.description },
});
