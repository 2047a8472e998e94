import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { InputError } from '../../errors/nodeErrors';
import { isReview } from '../../values/tool';
import { isObject, oneOf, optionalText, quoted } from '../../values/checks';
import { refuseBraces } from '../../values/fixedOrExpression';
import type { ValuesOf } from '../../values/option';
import type { Item } from '../item';
import type { QUESTION_OPTIONS } from './fields';

/** What the page asks: taken down when the message is sent, so that the page says the same. */
export interface Question {
	/** Index of the node's run: in a loop each question has its own link. */
	run: number;
	/** Empty where the user set none. */
	title: string;
	text: string;
	/** Buttons of an approval, with what the output then says; none for a text. */
	buttons: Array<{ approved: boolean; label: string }>;
	/** When the wait ends, in milliseconds. */
	until: number;
}

/** @param message what the page says where it has no text of its own */
export function questionOf(
	item: Item,
	{ pageTitle: title = '', pageText }: ValuesOf<typeof QUESTION_OPTIONS>,
	message: { run: number; text: string; limit: Date },
): Question {
	const { run, text, limit } = message;
	return { run, title, text: pageText || text, buttons: buttonsOf(item), until: limit.getTime() };
}

/**
 * Refuses an input item that could be mistaken for the response. n8n outputs the input item after the time limit,
 * and a review counts an `approved` that the model has added to its arguments.
 */
export function refuseOldResponse(item: Item, limit: Date): void {
	const { approved, data } = item.json;
	const response = isObject(data) ? data : {};
	const isForReview = isReview(item.node);
	const hasLimit = limit < WAIT_INDEFINITELY;
	const isOldText = hasLimit && typeof response.text === 'string';
	const isOldApproval = (hasLimit || isForReview) && response.approved === true;
	const field =
		isForReview && approved === true ? 'approved' : isOldText || isOldApproval ? 'data' : undefined;
	if (!field) return;
	throw new InputError(
		`The input item has the response to an earlier question, which could count as the response to this one: remove "${field}" with Edit Fields`,
	);
}

function buttonsOf(item: Item): Question['buttons'] {
	const entered = item.parameter('Response Type', 'responseType', 'approval');
	const responseType = oneOf(['approval', 'freeText'], 'Response Type', entered);
	if (responseType === 'freeText') return [];
	const entries = item.parameter('Approval Options', 'approvalOptions.values', {});
	const values = entries as Record<string, unknown>;
	const { approvalType = 'double' } = values;
	const type = oneOf(['single', 'double'], 'Type of Approval', approvalType);
	const stored = item.node.parameters.approvalOptions as { values?: IDataObject } | undefined;
	const button = (approved: boolean, field: string, name: string, byDefault: string) => {
		refuseBraces(field, stored?.values?.[name]);
		return { approved, label: optionalText(field, values[name]).trim() || byDefault };
	};
	const approve = button(true, 'Approve Button Label', 'approveLabel', 'Approve');
	if (type === 'single') return [approve];
	return [approve, button(false, 'Disapprove Button Label', 'disapproveLabel', 'Decline')];
}

/** In the last seconds of the wait n8n may already be resuming the execution without a response. */
const CLOSING_MS = 2000;

/** Milliseconds in which a response still counts; negative once it is too late. */
export const timeLeft = ({ until }: Question) => until - CLOSING_MS - Date.now();

/**
 * Keeps the question with the execution, for the page.
 *
 * @throws InputError where the page could not read it
 */
export function keepQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = { ...question };
	if (keptQuestion(context)?.run === question.run) return;
	const { name } = context.getNode();
	throw new InputError(
		`The page behind the link could not read its question from a node called ${quoted(name)}: rename the node`,
	);
}

/** The question that the execution waits with. A webhook reads the node's context by expression only. */
export function keptQuestion(context: IExecuteFunctions | IWebhookFunctions) {
	// Encoded, because n8n would read braces, line breaks and ".constructor" in a name as code.
	const name = Buffer.from(context.getNode().name).toString('base64');
	const expression = `{{ $("${name}".base64Decode()).context["question"] }}`;
	return context.evaluateExpression(expression, 0) as unknown as Question | null | undefined;
}
