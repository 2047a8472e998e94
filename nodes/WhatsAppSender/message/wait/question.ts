import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { oneOf, optionalText } from '../../values/checks';
import type { Item } from '../item';

/** What the page asks: taken down when the message is sent, so that the page says the same. */
export interface Question {
	/** Index of the node's run: in a loop each question has its own link. */
	run: number;
	/** Empty where the user set none. */
	title: string;
	text: string;
	/** Buttons of an approval; none for a text. */
	buttons: Button[];
}

export interface Button {
	/** What the output says. */
	approved: boolean;
	label: string;
}

/** Where the node keeps its question in `getContext('node')`, which n8n stores with the execution. */
const KEY = 'question';

/**
 * The question of an item.
 *
 * @param message what the page says where it has no text of its own
 * @throws InputError where a label is not text or a choice is none of the form
 */
export function questionOf(item: Item, run: number, message: string): Question {
	const title = textOf('Page Title', item.parameter('options.pageTitle', ''));
	const text = textOf('Page Text', item.parameter('options.pageText', '')) || message;
	const entered = item.parameter('responseType', 'approval');
	const responseType = oneOf(['approval', 'freeText'], 'Response Type', entered);
	if (responseType === 'freeText') return { run, title, text, buttons: [] };
	const labels = item.parameter('approvalOptions.values', {}) as Record<string, unknown>;
	const approve = textOf('Approve Button Label', labels.approveLabel) || 'Approve';
	const decline = textOf('Disapprove Button Label', labels.disapproveLabel) || 'Decline';
	const buttons = [{ approved: true, label: approve }];
	if (labels.approvalType === 'double') buttons.push({ approved: false, label: decline });
	return { run, title, text, buttons };
}

const textOf = (field: string, value: unknown) => optionalText(field, value).trim();

/** Keeps the question with the execution, for the page. */
export function keepQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[KEY] = question;
}

/** The question that the execution waits with. A webhook reads the node's context by expression only. */
export function keptQuestion(context: IWebhookFunctions): Question | undefined {
	const node = asLiteral(context.getNode().name);
	const kept = context.evaluateExpression(`{{ $node[${node}].context["${KEY}"] }}`);
	return (kept ?? undefined) as unknown as Question | undefined;
}

/** A text inside an expression, without the braces that would end it. */
const asLiteral = (text: string) =>
	JSON.stringify(text).replace(/[{}]/g, (brace) => `\\u00${brace.charCodeAt(0).toString(16)}`);
