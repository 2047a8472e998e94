import { type GenericValue, jsonParse } from 'n8n-workflow';
import { InputError } from '../errors/failures';
import { enteredText, shownIf, textField } from '../values/formFields';
import { asText, isEmptyValue, kindOf, optionalText, quote, requiredText } from '../values/text';
import { entered, type Item, type MessageBodyField, type MessageField } from './item';
import { refuseInTool } from './warnings';

// The fields of Send Text and Send Media. One that is sent says how: its property of the body, and its value.

export const text: MessageBodyField = {
	...textField('Text', 'text'),
	typeOptions: { rows: 4 },
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: 'Message text. Line breaks and emoji are kept.',
	routing: { send: { type: 'body', property: 'text' } },
	bodyValue: ({ item }) => messageText(item),
};

/** The text of an item's message. */
export function messageText(item: Item): string {
	const { displayName: label, name } = text;
	const fix = 'enter a message, or check the expression';
	// A file may have a text of spaces.
	const caption = 'mediaSource' in item.node.parameters && enteredText(item, label, name);
	const words = caption
		? optionalText(label, caption, fix)
		: requiredText(label, entered(item, text), fix);
	return refuseInTool(item.node, label, words);
}

const isInteractive: MessageBodyField = {
	displayName: 'Interactive Message',
	name: 'isInteractive',
	type: 'boolean',
	default: false,
	description: 'Whether to add a footer and buttons to the message',
	routing: { send: { type: 'body', property: 'isInteractive' } },
	bodyValue: ({ choices }) => choices.isInteractive || undefined,
};

const footer: MessageBodyField = {
	...textField('Footer', 'footer'),
	placeholder: 'e.g. Example Shop, open from 9 to 5',
	description: 'Small text below the message',
	routing: { send: { type: 'body', property: 'footer' } },
	bodyValue: ({ item }) =>
		refuseInTool(item.node, 'Footer', optionalText('Footer', entered(item, footer))),
};

const buttons: MessageBodyField = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'json',
	default: '[]',
	hint: 'Enter them like [{"text": "Yes"}, {"text": "No"}]. WhatsApp may not show buttons on every account.',
	description:
		"JSON array of buttons. See your service's documentation for the fields of a button.",
	routing: { send: { type: 'body', property: 'buttons' } },
	bodyValue({ item }) {
		const parsed = parseButtons(entered(item, buttons));
		refuseInTool(item.node, 'Buttons', labelsOf(parsed).join('\n'));
		return parsed;
	},
};

/** What the reader sees of buttons. §2.5 does not define their fields, so a service may use others. */
export const labelsOf = (buttons: unknown, fallback?: (button: unknown) => string): string[] =>
	((buttons ?? []) as unknown[]).map((button) => {
		const { text: label, title } = Object(button) as { text?: unknown; title?: unknown };
		return asText(button) ?? asText(label) ?? asText(title) ?? fallback?.(button) ?? '';
	});

/** The buttons of an interactive message, from a JSON array or its text. */
export function parseButtons(value: unknown): GenericValue[] | undefined {
	const parsed = typeof value === 'string' ? jsonParse(value, { fallbackValue: value }) : value;
	if (isEmptyValue(parsed)) return undefined;
	if (Array.isArray(parsed)) return parsed.length > 0 ? parsed : undefined;
	const problem = typeof value === 'string' ? quote(value) : `is ${kindOf(value)} and`;
	throw new InputError(
		`Buttons ${problem} is not a JSON array: enter it like [{"text":"Yes"},{"text":"No"}], with the fields that your service expects`,
	);
}

export const interactiveFields: MessageField[] = [
	isInteractive,
	...shownIf({ show: { isInteractive: [true] } }, [footer, buttons]),
];
