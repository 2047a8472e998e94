import { WAIT_INDEFINITELY, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { InputError } from '../../errors/nodeErrors';
import { isReview } from '../../values/tool';
import { isObject, oneOf, optionalText, quote } from '../../values/checks';
import { enteredText } from '../../values/fixedOrExpression';
import { readOption } from '../../values/option';
import type { Item } from '../item';
import { pageText, pageTitle } from './fields';
import { limitWaitTime } from './limitWaitTime';

/** The question on the page. The node stores it with the execution when it sends the message. */
export interface Question {
	/** Index of the node's run: in a loop each question has its own link. */
	run: number;
	title: string;
	text: string;
	/** Buttons of an approval; empty for a free text. */
	buttons: Button[];
	/** When the wait ends, in milliseconds. */
	until: number;
}

export interface Button {
	/** For the output. */
	approved: boolean;
	label: string;
}

/** @param message the text of the page, unless Page Text is set */
export const questionOf = (item: Item, run: number, message: string): Question => ({
	run,
	title: readOption(item, pageTitle) ?? '',
	text: readOption(item, pageText) || message,
	buttons: buttonsOf(item),
	until: (readOption(item, limitWaitTime) ?? WAIT_INDEFINITELY).getTime(),
});

function buttonsOf(item: Item): Button[] {
	const responseType = item.parameter('Response Type', 'responseType', 'approval');
	if (oneOf(['approval', 'freeText'], 'Response Type', responseType) === 'freeText') return [];
	const labelOf = (field: string, name: string, defaultValue: string) =>
		optionalText(field, enteredText(item, field, `approvalOptions.values.${name}`)).trim() ||
		defaultValue;
	const approve = labelOf('Approve Button Label', 'approveLabel', 'Approve');
	const buttons = [{ approved: true, label: approve }];
	const path = 'approvalOptions.values.approvalType';
	const type = item.parameter('Type of Approval', path, 'double');
	if (oneOf(['single', 'double'], 'Type of Approval', type) === 'single') return buttons;
	const decline = labelOf('Disapprove Button Label', 'disapproveLabel', 'Decline');
	return [...buttons, { approved: false, label: decline }];
}

/**
 * Refuses an input item that could be mistaken for the response. n8n outputs the input item after the time limit,
 * and a review counts an `approved` that the model has added to its arguments.
 */
export function refuseOldResponse({ node, json }: Item, { until }: Question): void {
	const { approved, text } = isObject(json.data) ? json.data : {};
	const isForReview = isReview(node);
	const hasLimit = until < WAIT_INDEFINITELY.getTime();
	const isArgument = isForReview && json.approved === true;
	const isApproval = (isForReview || hasLimit) && approved === true;
	const isText = hasLimit && typeof text === 'string';
	if (!isArgument && !isApproval && !isText) return;
	const field = isArgument ? 'approved' : 'data';
	throw new InputError(
		`The input item contains the response to an earlier question, which could count as the response to this one: remove "${field}" with Edit Fields`,
	);
}

/** In the last seconds of the wait n8n may already be resuming the execution without a response. */
const CLOSING_MS = 2000;

/** Milliseconds in which a response still counts; negative when it is too late. */
export const timeLeft = ({ until }: Question) => until - CLOSING_MS - Date.now();

/** Stores the question with the execution. @throws InputError if the page could not read it */
export function storeQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node').question = { ...question };
	if (storedQuestion(context)?.run === question.run) return;
	const { name } = context.getNode();
	throw new InputError(
		`The page behind the link could not read its question from a node called ${quote(name)}: rename the node`,
	);
}

/** The stored question. A webhook can read the node's context only by an expression. */
export function storedQuestion(context: IExecuteFunctions | IWebhookFunctions) {
	// Encoded, because n8n would read braces, line breaks and ".constructor" in a name as code.
	const name = Buffer.from(context.getNode().name).toString('base64');
	const expression = `{{ $("${name}".base64Decode()).context["question"] }}`;
	return context.evaluateExpression(expression, 0) as unknown as Question | null | undefined;
}
