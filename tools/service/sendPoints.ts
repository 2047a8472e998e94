import type { Exchange } from './client';
import { seenOf, shapeOf, type Finding, type Point } from './rows';
import { ARRIVED, AT_ONCE, BUTTONS, type Send, type Sends } from './sends';

const WORKS = 'works';
const MILLISECONDS = 'choose Milliseconds in the credential, as Unit of Scheduled Times';

/** What the messages show. */
export const sendPoints: Array<Point<Sends>> = [
	['Text (§4.1)', 'HTTP 200, data is OK', ({ text }) => text && findText(text)],
	['File by URL (§4.2)', 'as a text', ({ media }) => media && findFile(media, 'by URL')],
	['Upload (§4.2)', 'as a text', ({ upload }) => upload && findFile(upload, 'as an upload')],
	['Buttons (§2.5)', 'not shown', ({ buttons }) => buttons && findButtons(buttons)],
	['send_at (§4.2)', 'unit not shown', ({ sendAt }) => sendAt && findUnit(sendAt)],
	['Wrong key, send (§7)', 'not shown', ({ wrongKey }) => wrongKey && findRefusal(wrongKey)],
	['No text, send (§7)', 'not shown', ({ noText }) => noText && findRefusal(noText)],
];

function findText({ exchange, seen }: Send): Finding {
	const { error } = exchange;
	if (!error && seen === ARRIVED) return [WORKS, `${acknowledgement(exchange)}; it arrived`, WORKS];
	if (!error)
		return [
			'mind',
			`${acknowledgement(exchange)}; nothing arrived`,
			'check in your service why: OK is no proof that a message arrives',
		];
	if (!exchange.wire)
		return ['open', 'no response', 'look whether the text arrived, and run this again later'];
	const isSuccess = Number(exchange.response?.status) < 300;
	return isSuccess
		? ['other', seenOf(exchange), 'the node would not know whether a message was sent: it needs OK']
		: [
				'open',
				seenOf(exchange),
				'check that your WhatsApp number is connected, and run this again',
			];
}

const acknowledgement = ({ wire }: Exchange) =>
	typeof wire?.body === 'string' ? 'OK alone' : `OK in ${shapeOf(wire?.body)}`;

function findFile({ exchange, seen = '' }: Send, how: string): Finding {
	if (exchange.error) return ['mind', seenOf(exchange), `do not send files ${how}`];
	return seen === ARRIVED
		? [WORKS, 'it arrived', WORKS]
		: ['mind', `OK; ${seen}`, `do not send files ${how}, or check in your service why`];
}

function findButtons({ exchange, seen = '' }: Send): Finding {
	if (exchange.error)
		return ['mind', seenOf(exchange), 'ask your service what a button looks like, or send none'];
	const known = Object.hasOwn(BUTTONS, seen) && BUTTONS[seen as keyof typeof BUTTONS];
	return known
		? [WORKS, `like ${JSON.stringify(known)}`, 'works; enter buttons like this']
		: ['mind', `OK; ${seen}`, 'ask your service what a button looks like, or send none'];
}

function findUnit({ exchange, seen = '' }: Send): Finding {
	if (exchange.error) return ['mind', `seconds: ${seenOf(exchange)}`, MILLISECONDS];
	if (seen === AT_ONCE) return ['mind', 'seconds: sent at once', MILLISECONDS];
	return seen.startsWith('three')
		? [WORKS, 'seconds', WORKS]
		: ['mind', `seconds: ${seen}`, 'do not use Send At'];
}

function findRefusal({ exchange }: Send): Finding {
	if (!exchange.wire) return ['mind', 'no response', 'errors may count as unconfirmed messages'];
	return exchange.error
		? [WORKS, seenOf(exchange), WORKS]
		: ['mind', 'OK', 'OK does not mean that a message was sent'];
}
