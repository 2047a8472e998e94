import type { Candidate } from '../candidate';
import { classesOf, shownBy, type Shown } from '../form';
import { type Rule, type RuleGroup, unless } from '../rule';

const SMALL_WORDS = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to)$/;
const isTitleCase = (label: string) =>
	label
		.split(/[\s(]+/)
		.every((word, index) => (index > 0 && SMALL_WORDS.test(word)) || !/^[a-z]/.test(word));
const isSentenceCase = (text: string) =>
	/^[A-Z]/.test(text) && !/^\w+ [A-Z][a-z]+ [A-Z]/.test(text);
/** Of one sentence, which has no period; of more, each has one. */
const isPunctuated = (text: string) => /\. [A-Z]/.test(text) === text.endsWith('.');
const SIMPLIFY = 'Whether to return a simplified version of the response instead of the raw data';

/** A rule over everything that the forms show. */
const each = (says: string, breaks: (shown: Shown) => string | false | undefined): Rule => ({
	says,
	broken: (candidate) =>
		shownBy(candidate).flatMap((shown) => {
			const problem = breaks(shown);
			return problem ? [`${shown.at}: ${problem}`] : [];
		}),
});

const operations = (candidate: Candidate) =>
	shownBy(candidate).filter(({ at }) => at.startsWith('operation='));

export const formRules: RuleGroup = {
	title: 'What the editor shows (UX guidelines)',
	rules: [
		each(
			'Labels and names of choices are in Title Case',
			({ label }) => !isTitleCase(label) && label,
		),
		each(
			'Descriptions are in sentence case, without a period after a single sentence',
			({ description }) =>
				!!description && !(isSentenceCase(description) && isPunctuated(description)) && description,
		),
		each(
			'Every field says what it is for, unless its label does',
			({ property, label, description }) =>
				!!property &&
				!description &&
				!['Resource', 'Operation', 'Options', 'Buttons', 'Name', 'Value'].includes(label) &&
				'no description',
		),
		each('Placeholders are examples: "e.g. …"', ({ property }) => {
			const { placeholder, type } = property ?? {};
			const isButton = type === 'collection' || type === 'fixedCollection';
			const typed = (property?.modes ?? []).filter((mode) => mode.type !== 'list');
			const examples = [isButton ? '' : placeholder, ...typed.map((mode) => mode.placeholder)];
			return examples.find((example) => !!example && !/^e\.g\. \S/.test(example));
		}),
		each(
			'Switches say "Whether …", and Simplify says it as everywhere',
			({ property, description = '' }) =>
				property?.type === 'boolean' &&
				(!description.startsWith('Whether ') ||
					(property.name === 'simplify' && description !== SIMPLIFY)) &&
				description,
		),
		each(
			'Secrets are password fields',
			({ at, property }) =>
				!!property &&
				/key|secret|token|password/i.test(at) &&
				!property.typeOptions?.password &&
				'readable',
		),
		each('A thing to choose is a resource locator that begins with "From List"', ({ property }) => {
			if (property?.type !== 'resourceLocator') return undefined;
			const { mode } = property.default as { mode?: string };
			const [first] = property.modes ?? [];
			return (
				!(mode === 'list' && first?.displayName === 'From List') &&
				`it begins with ${first?.displayName}, ${mode}`
			);
		}),
		{
			says: 'Actions are in sentence case, without articles, and name their object',
			broken: (candidate) =>
				operations(candidate).flatMap(({ at, option }) => {
					const action = option?.action ?? '';
					const fits = /^[A-Z][a-z]+( [a-z]+)+$/.test(action) && !/\b(a|an|the)\b/.test(action);
					return unless(fits, `${at}: "${action}"`);
				}),
		},
		{
			says: 'Each operation has a description that is more than its name',
			broken: (candidate) =>
				operations(candidate).flatMap(({ at, label, description }) =>
					unless(!!description && description !== label, at),
				),
		},
		{
			says: 'The node can be a tool, and has a subtitle, a description and a codex name',
			broken: (candidate) => {
				const { description } = classesOf(candidate).node;
				const wanted = ['usableAsTool', 'subtitle', 'description', 'icon', 'defaults'] as const;
				return wanted.filter((field) => !description[field]);
			},
		},
		{
			says: 'The credential can be tested, and links its documentation',
			broken: (candidate) => {
				const { credential, node } = classesOf(candidate);
				const used = node.description.credentials?.find(({ name }) => name === credential.name);
				const byNode = node.methods?.credentialTest?.[String(used?.testedBy)];
				return [
					...unless(!!credential.test || !!byNode, 'no test'),
					...unless(/^https:\/\//.test(credential.documentationUrl ?? ''), 'no address'),
				];
			},
		},
	],
};
