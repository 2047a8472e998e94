import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';

/** What the service does with one attempt. */
export type Answer = 'accept' | 'reject' | 'lost' | 'lost unread';

export interface PeopleItem {
	/** Number of the person, of a few that come again and again. */
	person: number;
	/** Number of the way in which the phone is written. */
	way: number;
	/** At its first attempts; every later one is accepted. */
	answers: Answer[];
}

/** One broadcast to people who come again, some of whom must not be reached. */
export interface PeoplePlan {
	items: PeopleItem[];
	/** People on the list of Never Send To, with the way in which they are written there. */
	stopped: Array<{ person: number; way: number }>;
	concurrency: number;
	onError: OnError;
	retryOnFail: boolean;
	/** Rounds of a loop; with one, a failed execution is retried until it succeeds. */
	rounds: number;
	/** How many reads of the list fail. */
	listFailures: number;
}

const PEOPLE = 6;
const person = fc.nat({ max: PEOPLE - 1 });
const way = fc.nat({ max: 6 });
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
		fc.record({ person, way, answers: fc.array(answer, { minLength: 1, maxLength: 3 }) }),
		{ minLength: 1, maxLength: 12 },
	),
	stopped: fc.array(fc.record({ person, way: fc.nat({ max: 3 }) }), { maxLength: 3 }),
	concurrency: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 8 })),
	onError: fc.constantFrom<OnError>('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	rounds: fc.constantFrom(1, 1, 2, 3),
	listFailures: fc.constantFrom(0, 0, 0, 1, 2),
});

export const phoneOf = (person: number) => `6281234${String(person).padStart(6, '0')}`;

const WAYS: Array<(digits: string) => unknown> = [
	(digits) => digits,
	(digits) =>
		`+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5, 9)}-${digits.slice(9)}`,
	(digits) => `0${digits.slice(2)}`,
	(digits) => `00${digits}`,
	(digits) => `${digits}.0`,
	(digits) => Number(digits),
	(digits) => `+62 (0)${digits.slice(2)}`,
];

/** A person's phone, as somebody wrote it; the first four ways are of a list. */
export const written = ({ person, way }: { person: number; way: number }) =>
	WAYS[way](phoneOf(person));
