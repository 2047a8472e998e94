import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { attemptOf, type AttemptName } from './attempts';
import { valuesOf, type Values } from './options';
import { enteredFor, isGroup } from './people';
import type { Plan } from './plan';

export const hostOf = (account: number) => `service-${account}.example`;

/** What the expressions of a workflow give at a moment. */
export class Inputs {
	/** What is entered for each item. */
	readonly entered: string[];
	readonly json;
	values: Values;

	constructor(
		private readonly plan: Plan,
		accounts: Sandbox[],
	) {
		const { items } = plan;
		this.values = valuesOf(plan, 0);
		this.entered = items.map((_, item) => enteredFor(plan, item));
		this.json = items.map(({ account, person }, item) => ({
			item,
			type: isGroup(person) ? 'group' : 'phone',
			key: accounts[account].apiKey,
			url: `http://${hostOf(account)}`,
		}));
		items.forEach(({ first }, item) => this.enter(item, first));
	}

	itemAt(item: number): INodeExecutionData {
		return { json: this.json[item] };
	}

	/** An accepted item has no later attempt; with another phone it would be another message. */
	afterAttempt(item: number, attempt: AttemptName): void {
		if (attemptOf(attempt).verdict !== 'sent') this.enter(item, this.plan.items[item].later);
	}

	/** From a Retry on, options are on. */
	forRetry(execution: number): void {
		this.values = valuesOf(this.plan, execution);
	}

	private enter(item: number, attempt: AttemptName): void {
		if (attempt !== 'bad phone') return;
		this.entered[item] = isGroup(this.plan.items[item].person) ? 'no body' : 'nobody';
	}
}
