import fc from 'fast-check';
import { account, person } from './items';
import { either } from './weighted';

interface OnceFrom {
	item: number;
	/** 0: the first one; 1: its first Retry. */
	execution: number;
}

/** People on a list of an account, and how it writes their numbers. */
const people = (maxLength: number) =>
	fc.array(fc.record({ person, way: fc.nat({ max: 3 }), account }), { maxLength });

/** Who must not be reached. */
export const limits = fc.record({
	/** How the options have the numbers themselves: as text, in an array, as objects or items of n8n. */
	numbers: either(
		[3, fc.constant(undefined)],
		[2, fc.constantFrom('commas', 'lines', 'spaces', 'array', 'objects', 'items')],
	),
	/** Entries without a phone, of lists and among objects. */
	nobodies: either([3, fc.constant(0)], [1, fc.integer({ min: 1, max: 2 })]),
	/** On the list of Never Send To. */
	stopped: people(3),
	/** On the list of Only Send To, where that is set. */
	only: fc.option(people(8), { nil: undefined, freq: 2 }),
	/** Max Messages per Execution. */
	max: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined, freq: 2 }),
	/** How many reads of a list fail. */
	unread: fc.constantFrom(0, 0, 0, 1, 2),
	/** The HTTP status of that; 200 has the failure in its body, and 0 is a connection that is cut. */
	unreadAs: fc.constantFrom(200, 503, 401, 0),
	/** Each Recipient Once: for items from this one on, and from this execution on. */
	once: fc.option(
		either<OnceFrom>(
			[4, fc.constant({ item: 0, execution: 0 })],
			[1, fc.record({ item: fc.nat({ max: 4 }), execution: fc.nat({ max: 1 }) })],
		),
	),
});
