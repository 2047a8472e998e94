import { hasOption, readOption, type Option, type OptionSource } from '../values/option';
import { campaign } from './rules/campaign';
import { delay } from './rules/delay';
import { sendHours } from './rules/hours';
import { maxPerExecution } from './rules/maximum';
import { neverSendTo, onlySendTo } from './rules/stopLists';
import { dryRun, eachRecipientOnce } from './rules/switches';
import { testPhone } from './rules/testRecipient';
import type { Rule, RuleOption } from './rule';

/** The rules of a run, in the order in which they decide about a message. Each one is a field of the form. */
export const RULES: RuleOption[] = [
	dryRun,
	delay,
	neverSendTo,
	onlySendTo,
	eachRecipientOnce,
	maxPerExecution,
	testPhone,
	sendHours,
];

/** The options of a run, read once: the same for all its items. */
export interface Policy<Own = unknown> {
	rules: Rule[];
	/** Milliseconds before the next message. */
	delay(): number;
	isDryRun: boolean;
	/** Replaces the recipient of each message in a test. */
	redirect: Rule['redirect'];
	isTest: boolean;
	hasCampaign: boolean;
	/** Value of the operation's own option. */
	ownOption?: Own;
}

/**
 * Reads the options of a run. An option that cannot be read becomes a rule that refuses every item.
 *
 * @param source the first item
 * @param ownOption the operation's own option of the run, which is no rule
 */
export function readPolicy<Own>(source: OptionSource, ownOption?: Option<Own>): Policy<Own> {
	const { node } = source;
	const refusingRules: Rule[] = [];
	const read = <T>(option: Option<T>): T | undefined => {
		try {
			return readOption(source, option);
		} catch (error) {
			refusingRules.push(refusingRule(error));
			return undefined;
		}
	};
	const ownValue = ownOption && read(ownOption);
	const rules = RULES.flatMap((option) => read(option) ?? []);
	const delayRule = rules.find((rule) => rule.delay);
	return {
		rules: [...refusingRules, ...rules],
		delay: () => delayRule?.delay?.() ?? 0,
		isDryRun: rules.some(({ isDryRun }) => isDryRun),
		redirect: rules.find(({ redirect }) => redirect)?.redirect,
		isTest: hasOption(node, testPhone),
		hasCampaign: hasOption(node, campaign),
		ownOption: ownValue,
	};
}

const refusingRule = (error: unknown): Rule => ({
	check() {
		throw error;
	},
});
