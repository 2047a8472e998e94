import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { attemptOf, type AttemptName } from './attempts';
import { faultOf } from './faults';
import { valuesOf, type Values } from './options';
import { BINARY, faultyMedia, isMediaFaulty, mediaFor, type Media } from './media';
import { isGroup, numberOf, numberOfPerson, WAYS, written } from './people';
import type { Plan } from './plan';

/** Of an interactive message: what goes over the wire as it is entered. */
const INTERACTIVE = { isInteractive: true, footer: 'Bye' };
export const interactiveOf = ({ isInteractive, hasButtons }: Plan) =>
	isInteractive ? { ...INTERACTIVE, ...(hasButtons && { buttons: [{ id: '1' }] }) } : {};

/** What the service of each account takes in `send_at`. */
export const UNITS = ['seconds', 'milliseconds'] as const;

/** Of one account of WhatsApp, with the same last nine digits: in Mexico, Argentina and Brazil. */
const TWO_WRITINGS: Array<(digits: string) => string[]> = [
	(digits) => [`+521555${digits}`, `+52555${digits}`],
	(digits) => [`+549115${digits}`, `+54115${digits}`],
	(digits) => [`+551998${digits}`, `+55198${digits}`],
];

/** Numbers of others come after those of items. */
const FIRST_OTHER = 500;

export const hostOf = (account: number) => `service-${account}.example`;

/** What the expressions of a workflow give at a moment. */
export class Inputs {
	/** The number of each item, of which all writings have the last nine digits. */
	readonly phones: string[];
	/** What is entered for each. */
	readonly entered: unknown[];
	readonly values: Values;
	readonly media: Media[];
	readonly json;
	/** Items that were accepted. */
	private readonly accepted = new Set<number>();
	/** Numbers of one account of WhatsApp. */
	private readonly writings: Array<string[] | undefined>;

	constructor(
		private readonly plan: Plan,
		accounts: Sandbox[],
	) {
		const { items, isMarkdown } = plan;
		this.writings = items.map(({ person, isRewritten }, item) => {
			const both = isGroup(person)
				? [0, 1].map((way) => written(person!, way) as string)
				: TWO_WRITINGS[item % 3](numberOf(item).slice(-7));
			return (person === undefined || isGroup(person)) && isRewritten
				? item % 2
					? both
					: both.toReversed()
				: undefined;
		});
		this.phones = items.map(({ person }, item) => {
			const own = this.writings[item]?.[0].slice(1) ?? numberOf(item);
			return person === undefined ? own : numberOfPerson(person);
		});
		this.entered = items.map(
			({ way, person }, item) =>
				this.writings[item]?.[0] ??
				(person === undefined ? WAYS[way](this.phones[item]) : written(person, way)),
		);
		this.values = valuesOf(plan, 0);
		this.media = items.map((_, item) => mediaFor(plan, item));
		this.json = items.map(({ account, person, way, first, later, isContact }, item) => {
			const type = isGroup(person) ? 'group' : 'phone';
			// What the item is does not change between two attempts, and a list writes numbers plainly.
			const bad = [first, later].filter((name) => name === 'bad phone').length;
			const isListed = isContact && !this.writings[item] && bad !== 1;
			return {
				type: isListed ? 'contact' : type,
				...(isListed &&
					!bad && {
						phone: person === undefined ? this.phones[item] : written(person, way % 4),
						is_group: type === 'group',
					}),
				...{ item, key: accounts[account].apiKey, url: `http://${hostOf(account)}` },
				...{ unit: UNITS[account], word: isMarkdown ? '**To**' : 'To' },
			};
		});
		items.forEach(({ first }, item) => this.enter(item, first));
	}

	itemAt(item: number): INodeExecutionData {
		return { json: this.json[item], ...(this.plan.media && { binary: BINARY }) };
	}

	/** After an attempt. An accepted item has no later one; with another phone it would be another message. */
	afterAttempt(item: number, attempt: AttemptName): void {
		this.entered[item] = this.writings[item]?.[1] ?? this.entered[item];
		if (attemptOf(attempt).verdict === 'sent') this.accepted.add(item);
		else this.enter(item, this.plan.items[item].later);
	}

	/** From a Retry on, options are on, and accepted items of a run that it repeats are for others. */
	forRetry(execution: number): void {
		const { items, batch, second, stop } = this.plan;
		// A run that is stopped before their turn still says whom they were for.
		for (const item of batch || second || stop ? [] : this.accepted) {
			const { isReplaced, person, later } = items[item];
			const isFixed =
				person !== undefined ||
				this.json[item].type !== 'phone' ||
				attemptOf(later).verdict === 'input';
			if (!isReplaced || isFixed) continue;
			this.writings[item] = undefined;
			if (item % 2) {
				// It stays accepted, although nobody can be sent to any more.
				this.entered[item] = 'nobody';
				continue;
			}
			this.entered[item] = this.phones[item] = numberOf(FIRST_OTHER + item);
			this.accepted.delete(item);
		}
		for (const [item, { eachRecipientOnce }] of valuesOf(this.plan, execution).entries()) {
			// A faulty one stays so.
			if (typeof this.values[item].eachRecipientOnce?.value === 'boolean') {
				this.values[item] = { ...this.values[item], eachRecipientOnce };
			}
		}
	}

	private enter(item: number, attempt: AttemptName): void {
		const fault = faultOf(attempt, item, this.plan);
		const own = this.values[item];
		if (fault) own[fault.option] = fault.value && { ...own[fault.option], ...fault.value };
		if (attempt !== 'bad phone') return;
		if (isMediaFaulty(this.plan, item)) this.media[item] = faultyMedia(this.plan, item);
		else this.entered[item] = isGroup(this.plan.items[item].person) ? 'no body' : 'nobody';
	}
}
