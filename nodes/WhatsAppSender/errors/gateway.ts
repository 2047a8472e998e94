import { isMarkup } from './responseText';

/** A gateway sends these without a response from the server behind it. */
const GATEWAY_STATUSES = [502, 504, 520, 522, 524];

/**
 * Whether a response is a gateway's, which may have passed the request on: also 503 where it is a
 * web page, as a router writes it whose application has died.
 */
export const isOfGateway = (status: number, body: unknown): boolean =>
	GATEWAY_STATUSES.includes(status) ||
	(status === 503 && typeof body === 'string' && isMarkup(body));
