import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { optionalText } from '../../values/checks';
import type { Item } from '../item';

/** n8n 1.x checks the signature of a link only where a node asked for it. */
type N8n1 = IExecuteFunctions & { setSignatureValidationRequired: () => void };

export const isN8n1 = (context: IExecuteFunctions): context is N8n1 =>
	'setSignatureValidationRequired' in context;

/**
 * The link to the page, signed by n8n.
 *
 * @param run index of the node's run, so that an old link does not answer the next question of a loop
 */
export function signedLink(context: IExecuteFunctions, run: number): string {
	if (isN8n1(context)) context.setSignatureValidationRequired();
	return context.getSignedResumeUrl({ run: String(run) });
}

/** Says that the answer is not to be written into the chat. */
export const LINK_TEXT = 'Respond here:';

/**
 * A message with the link in its last line, after the words of Link Text.
 *
 * @throws InputError where Link Text is not text
 */
export function withLink(item: Item, message: string, link: string): string {
	const entered = item.parameter('options.linkText', LINK_TEXT);
	const words = optionalText('Link Text', entered).trim();
	return `${message}\n\n${words ? `${words} ` : ''}${link}`;
}

/** What to know about a link that no phone can open; nothing where it may work. */
export function unreachableHint(link: string): NodeExecutionHint[] {
	const { hostname, host } = new URL(link);
	if (!isPrivate(hostname)) return [];
	const message = `The link in the message leads to ${host}, which a phone elsewhere cannot open. Set WEBHOOK_URL of n8n to its public address.`;
	return [{ message, type: 'warning', location: 'outputPane' }];
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

/** Whether a host, as `URL` writes it, can be reached in its own network only. */
export function isPrivate(hostname: string): boolean {
	return PRIVATE.some((pattern) => pattern.test(hostname));
}
