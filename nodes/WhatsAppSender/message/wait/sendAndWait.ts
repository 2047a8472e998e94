import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeExecutionHint,
} from 'n8n-workflow';
import { InputError } from '../../errors/errors';
import { takeTurns } from '../../turns/takeTurns';
import { isReview } from '../../turns/tool';
import type { Message } from '../../turns/turn';
import { optionalText, requiredText } from '../../values/checks';
import { bodyOf, choicesOf } from '../body';
import { itemsOf, type Item } from '../item';
import { recipientOf } from '../recipient';
import { sendingOf, sendMessage, type Endpoint } from '../message';
import { LINK_TEXT } from './fields';
import { waitLimit } from './limitWaitTime';
import { isN8n1, keepQuestion, questionOf, refuseOldResponse } from './question';

/**
 * Send and Wait for Response: sends one message with a link to a page, and pauses the execution
 * until somebody has answered there. Where the message was not accepted, nothing waits.
 *
 * @param routing of the operation, which says where to send to
 * @returns the input item; once answered, n8n goes on with what `respond` returns instead
 */
export const sendAndWait = (routing: INodePropertyRouting) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (isReview(this.getNode()) && !isLastCall(this)) return [[{ json: NOT_REVIEWED }]];
		const items = this.getInputData();
		let until: Date | undefined;
		const output = await takeTurns(this, {
			begin: async (index) => {
				refuseSeveral(items);
				const item = itemsOf(this).at(index);
				const choices = choicesOf(item);
				const to = recipientOf(item, choices);
				const build = async (): Promise<Message> => {
					const message = item.parameter('message', '');
					const text = requiredText('Message', message, 'enter what to ask').trimEnd();
					const run = Number(this.getWorkflowDataProxy(item.index).$runIndex);
					const entered = item.parameter('options.limitWaitTime.values', {}) ?? {};
					const limit = waitLimit(entered, item.timezone);
					refuseOldResponse(this, item, limit);
					const question = questionOf(item, run, text, limit);
					const link = signedLink(this, run);
					const sent = { text: withLink(item, text, link) };
					const body = await bodyOf(item, choices, to, sent);
					const sending = await sendingOf(item);
					const send: Message['send'] = async (warning) => {
						await sendMessage(this, routing.request as Endpoint, body, sending, to);
						until = limit;
						this.addExecutionHints(...linkHints(link));
						if (warning) this.addExecutionHints({ message: warning, location: 'outputPane' });
						return [items[item.index]];
					};
					keepQuestion(this, question);
					return { delay: 0, send };
				};
				return { recipient: to.id, build };
			},
		});
		if (until) await this.putExecutionToWait(until);
		return output;
	};

/** An execution waits in one place, so it can wait for one answer at a time. */
function refuseSeveral({ length }: INodeExecutionData[]): void {
	if (length === 1) return;
	throw new InputError(
		`Send and Wait for Response asks one question at a time, but got ${length} items: use Loop Over Items with a batch size of 1 before this node`,
	);
}

/**
 * Whether no more calls of the model's turn are planned through the review. n8n plans all of them
 * before the first one runs, and would let those that follow a question pass unasked.
 */
function isLastCall(context: IExecuteFunctions): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(0);
	const planned = $node as Record<string, { runIndex: number }>;
	return planned[context.getNode().name].runIndex <= Number($runIndex);
}

/** Returned, because of a call that fails the model hears only that it was rejected. */
const NOT_REVIEWED = {
	approved: false,
	chatInput:
		'Nobody was asked about this call, because only the last call of a turn is reviewed. Make it again, as the only call of your turn.',
};

/** @param run in the link, so that an old one does not answer the next question of a loop */
function signedLink(context: IExecuteFunctions, run: number): string {
	if (isN8n1(context)) context.setSignatureValidationRequired();
	return context.getSignedResumeUrl({ run: String(run) });
}

function withLink(item: Item, message: string, link: string): string {
	const entered = item.parameter('options.linkText', LINK_TEXT);
	const words = optionalText('Link Text', entered).trim();
	return `${message}\n\n${words ? `${words} ` : ''}${link}`;
}

/** What to know about a link that may not work. */
export function linkHints(link: string): NodeExecutionHint[] {
	const { hostname, host, pathname } = new URL(link);
	// n8n's own path has three parts: an endpoint, the execution and the node.
	const base = pathname.split('/').slice(0, -3).join('/');
	const messages: string[] = [];
	if (PRIVATE.some((pattern) => pattern.test(hostname))) {
		messages.push(
			`The link in the message leads to ${host}, which a phone elsewhere cannot open. Set WEBHOOK_URL of n8n to its public address.`,
		);
	}
	if (base) {
		messages.push(
			`The link in the message has the base path ${base}. If it does not open the question, set WEBHOOK_URL of n8n to an address without a path.`,
		);
	}
	return messages.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}

/** Addresses of this computer or of a local network. */
const PRIVATE = [
	/^(localhost|0\.0\.0\.0)$/,
	/^(10|127)\./,
	/^192\.168\./,
	/^169\.254\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^\[(::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/,
	/\.(localhost|local|lan|internal|home\.arpa)$/,
	// A name without a dot is known in its own network only.
	/^[^.:[\]]+$/,
];

/** Where n8n runs the routing of the node instead: AI Agents up to version 2.2 cannot wait. */
export async function refuseToWait(): Promise<never> {
	throw new InputError(
		'This version of the AI Agent cannot wait for a response: use AI Agent version 3, or another operation',
	);
}
