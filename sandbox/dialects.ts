import type { Message } from './request';

/** A service that differs from the sandbox where the interface's document leaves it open (service.md). */
export interface Dialect {
	/** A contact (§2.5) has no `is_group`. */
	noGroups?: boolean;
	/** A list without `all` (§4.4) is an error. */
	noPage?: boolean;
	/** How many contacts come with `all=true` (§4.4). */
	all?: number;
	/** Status and body of an error (§7) by the sandbox's own; a status under 300 comes as a success. */
	error?: (status: number, reason: string) => [status: number, body: unknown];
	/** Status for a key that is not valid (§5, §7). */
	wrongKey?: number;
	/** In place of an error (§7). */
	unknownList?: [];
	/** Unit of `send_at` (§4.2). Default: seconds. */
	sendAt?: 'milliseconds';
	/** The whole response to an accepted message, in place of OK (§4.1). */
	accepted?: unknown;
	/** What a button shows (§2.5); undefined where it is no button. */
	button?: (button: unknown) => unknown;
}

/** What becomes of an accepted message: when it arrives, in Unix milliseconds, and what its buttons show. */
export function arrivalOf(
	{ sendAt, buttons = [] }: Message,
	{ sendAt: unit, button = (text) => (typeof text === 'string' ? text : undefined) }: Dialect,
) {
	const at = sendAt === undefined ? Date.now() : Number(sendAt) * (unit ? 1 : 1000);
	return { at: Math.max(at, Date.now()), buttons: buttons.map(button).filter(Boolean) };
}
