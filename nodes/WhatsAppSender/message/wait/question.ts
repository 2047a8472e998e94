import { randomUUID } from 'crypto';
import { WAIT_INDEFINITELY, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { InputError } from '../../errors/errors';
import { RunState, STATE_KEY } from '../../turns/runState';
import { oneOf, optionalText } from '../../values/checks';
import type { Item } from '../item';
import { isN8n1 } from './link';

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

/** Names this process of n8n, until it ends. */
const PROCESS = randomUUID();

/**
 * The question of an item.
 *
 * @param message what the page says where it has no text of its own
 * @param limit when the wait ends
 * @throws InputError where a label is not text, a choice is none of the form, or the item would
 * count as an approval after the limit
 */
export function questionOf(item: Item, run: number, message: string, limit: Date): Question {
	if (limit < WAIT_INDEFINITELY) refuseApproved(item);
	const title = textOf('Page Title', item.parameter('options.pageTitle', ''));
	const text = textOf('Page Text', item.parameter('options.pageText', '')) || message;
	return { run, title, text, buttons: buttonsOf(item), until: limit.getTime() };
}

/**
 * After the limit n8n goes on with the input item: one that says `approved`, from an earlier question
 * or, in a review, from the AI model, would be taken for the response to this one.
 */
function refuseApproved({ json, node }: Item): void {
	const { approved, data } = json as { approved?: unknown; data?: { approved?: unknown } | null };
	const isReview = node.type.endsWith('HitlTool');
	if (data?.approved !== true && !(isReview && approved === true)) return;
	throw new InputError(
		'The input item is approved already, which would count as the response after Limit Wait Time: remove "approved" with Edit Fields before this node',
	);
}

function buttonsOf(item: Item): Question['buttons'] {
	const entered = item.parameter('responseType', 'approval');
	const responseType = oneOf(['approval', 'freeText'], 'Response Type', entered);
	if (responseType === 'freeText') return [];
	const values = item.parameter('approvalOptions.values', {}) as Record<string, unknown>;
	const { approvalType = 'double' } = values;
	const approve = textOf('Approve Button Label', values.approveLabel) || 'Approve';
	const decline = textOf('Disapprove Button Label', values.disapproveLabel) || 'Decline';
	const type = oneOf(['single', 'double'], 'Type of Approval', approvalType);
	const other = type === 'double' ? [{ approved: false, label: decline }] : [];
	return [{ approved: true, label: approve }, ...other];
}

const textOf = (field: string, value: unknown) => optionalText(field, value).trim();

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

/** Keeps the question with the execution, for the page. */
export function keepQuestion(context: IExecuteFunctions, question: Question): void {
	const askedBy = isN8n1(context) ? PROCESS : undefined;
	RunState.of(context).question = { ...question, askedBy };
}

/** The question that the execution waits with. A webhook reads the node's context by expression only. */
export function keptQuestion(context: IWebhookFunctions): Question | undefined {
	const node = asLiteral(context.getNode().name);
	const kept = context.evaluateExpression(`{{ $node[${node}].context["${STATE_KEY}"]?.question }}`);
	return (kept ?? undefined) as unknown as Question | undefined;
}

/** A text inside an expression: without braces, which would end it, and what ends a line of code. */
const asLiteral = (text: string) =>
	JSON.stringify(text).replace(
		/[^ -z]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
