import { isGrowing, starts, type Rules } from '../books';
import { isKnowable, wordsOfItem } from '../reports';

/** In which order messages start, and when none does any more. */
export const order: Rules = {
	'messages start in item order': ({ isAgent }, { tries }) =>
		tries.every((attempt) => isAgent || isGrowing(attempt.starts.map(({ item }) => item))),

	'no more are in flight than Messages at Once says': ({ concurrency }, books) =>
		starts(books).every(({ inFlight }) => inFlight <= concurrency),

	'every start arrives once': (_plan, books) => {
		const [arrived, started] = [books.arrivals.length, starts(books).length];
		const isCut = books.cancelled || books.cuts.length > 0;
		return isCut ? arrived <= started : arrived === started;
	},

	'with Check All Items First, nothing is half-sent for a reason that a check could know': (
		{ checkFirst },
		{ tries },
	) =>
		!checkFirst ||
		tries.every(({ starts: begun, items = [], error }) => {
			const words = items.map(wordsOfItem);
			return begun.length === 0 || ![...words, error?.message ?? ''].some(isKnowable);
		}),

	'nothing starts after the failure that stops it': ({ onError, isAgent }, books) =>
		isAgent ||
		onError !== 'stopWorkflow' ||
		starts(books).every(({ afterFailure }) => !afterFailure),

	'nothing starts after the user stopped it': (_plan, books) =>
		starts(books).every(({ afterStop }) => !afterStop),

	'it ends, at once where it is stopped, and nothing of it goes on': (_plan, books) =>
		!books.stuck &&
		books.strays === 0 &&
		(books.goesOnFor ?? 0) <= 1_000 + 2 * books.grain &&
		books.stopTook < 5,
};
