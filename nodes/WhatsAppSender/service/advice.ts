export const CHECK_BASE_URL = 'Check the Base URL in the WhatsApp Sender API credential.';
export const CHECK_PROXY =
	'Check Proxy under Request Options, and the Base URL in the WhatsApp Sender API credential.';
const CHECK_KEY = 'Check the API Key and the Base URL in the WhatsApp Sender API credential.';
const CHECK_PLAN =
	"Check your plan and its limits in your service's dashboard. Send the rest when it allows more.";
const BUSY = 'The service is busy or down. Try again later.';
const SLOW_DOWN =
	'The service is limiting your sending speed. Wait, then use longer delays under Options.';
const LOCKED =
	'WhatsApp is limiting your number. Wait some hours, then use longer delays under Options.';

/** Advice by the service's words, for any status. The first row that matches counts. */
const BY_WORDS: Array<[advice: string, ...words: RegExp[]]> = [
	// Error 463: WhatsApp locks new chats of a number. 463 within a phone number does not match.
	[LOCKED, /(?<!\d[ .-]?)\b463\b(?![ .-]?\d)/, /time-?lock/i, /\brestrict(ed|ion)/i],
	[
		SLOW_DOWN,
		/\brate[ -]?limit/i,
		/\btoo (fast|many (requests|messages|attempts))\b/i,
		/\bslow down\b/i,
		/\bthrottled/i,
	],
	[
		CHECK_PLAN,
		/\b(quota|upgrade|subscription|credits?|balance)\b/i,
		/\b(hour|dai|week|month)ly\b.*\blimit/i,
		/\b(plan|account|sending|usage|trial|free)[ -]limit/i,
		/(?<!\b(length|size|characters?) )\blimit (was |has been |is )?(reached|exceeded|hit)\b/i,
		/\b(your|current|free|trial) plan\b/i,
	],
	[
		"Connect the WhatsApp number again in your service's dashboard.",
		/\b(not|no longer) connected\b/i,
		/\bdisconnect/i,
		/\blogged out\b/i,
		/\bQR\b/,
		/\b(device|session|instance)\b.*\b(closed|offline|not (found|ready|open))\b/i,
	],
];

/** Advice by the status, or by its first digit. */
const BY_STATUS: Record<string, string> = {
	'3xx':
		'Set Base URL to the address it redirects to. The API key is never sent on to another address.',
	'4xx': 'Check the values of this node.',
	401: CHECK_KEY,
	402: CHECK_PLAN,
	403: "Check the API Key in the WhatsApp Sender API credential, and your plan in your service's dashboard.",
	404: CHECK_KEY,
	407: CHECK_PROXY,
	408: BUSY,
	429: SLOW_DOWN,
	463: LOCKED,
	499: BUSY,
	502: BUSY,
	503: BUSY,
	504: BUSY,
};
/** For HTTP 500, the only one that §7 names for a send, and for messages rejected under HTTP 200. */
const ANY_SEND =
	'Check the recipient, the API Key, and whether the WhatsApp number of the service is connected.';
const ANY_LIST = 'Try again later. If it fails again, check the API Key and the Base URL.';

/**
 * What to do about a rejection.
 *
 * @param words the service's own
 * @returns also whether the item's own data may be wrong: the recipient or the text
 */
export function adviceOnRejection(status: number, words: string, isSend: boolean) {
	const byWords = BY_WORDS.find(([, ...patterns]) => patterns.some((one) => one.test(words)))?.[0];
	// With 429, a daily limit is one of speed, too.
	const byBoth = status === 429 && byWords !== LOCKED ? SLOW_DOWN : byWords;
	const own = byBoth ?? BY_STATUS[status];
	// The list operations have no delay.
	if (!isSend && [SLOW_DOWN, LOCKED].includes(own)) return { advice: BUSY, isOfItem: false };
	const general = BY_STATUS[`${String(status)[0]}xx`] ?? (isSend ? ANY_SEND : ANY_LIST);
	return { advice: own ?? general, isOfItem: isSend && !own && general !== BY_STATUS['3xx'] };
}
