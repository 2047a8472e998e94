import { randomUUID } from 'crypto';
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
	/** The process of n8n that asked, where n8n would go on with an answer of each (1.x). */
	askedBy?: string;
}

/** n8n 1.x checks the signature of a link only where a node asked for it. */
type N8n1 = IExecuteFunctions & { setSignatureValidationRequired: () => void };

export const isN8n1 = (context: IExecuteFunctions): context is N8n1 =>
	'setSignatureValidationRequired' in context;

/** Names this process of n8n, until it ends. */
const PROCESS = randomUUID();

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
 * Refuses an input item that would be taken for the response: n8n goes on with it after the limit,
 * 1.x hands it to the caller of a sub-workflow, and in a review an `approved` that the model has
 * added counts too.
 */
export function refuseOldResponse(context: IExecuteFunctions, item: Item, limit: Date): void {
	const { approved, data } = item.json;
	const response = isObject(data) ? data : {};
	const isForReview = isReview(item.node);
	const isPassedOn =
		limit < WAIT_INDEFINITELY || (isN8n1(context) && context.getMode() === 'integrated');
	const isOldText = isPassedOn && typeof response.text === 'string';
	const isOldApproval = (isPassedOn || isForReview) && response.approved === true;
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

/** Near the end of the wait n8n may be going on already, and 1.x would do so twice. */
const CLOSING_MS = 2000;

/** Whether the time for an answer is over. */
export const isOver = ({ until }: Question) => Date.now() > until - CLOSING_MS;

/**
 * Whether n8n may get an answer a moment later. Not near the end of the wait; and in 1.x only in the
 * process that asked, because another one that serves the link could take a second answer meanwhile.
 */
export const mayHold = ({ until, askedBy = PROCESS }: Question) =>
	askedBy === PROCESS && Date.now() < until - 5 * CLOSING_MS;

/**
 * Keeps the question with the execution, for the page.
 *
 * @throws InputError where the page could not read it
 */
export function keepQuestion(context: IExecuteFunctions, question: Question): void {
	const askedBy = isN8n1(context) ? PROCESS : undefined;
	context.getContext('node').question = { ...question, askedBy };
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
