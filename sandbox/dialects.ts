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
	/** In place of an error (§7). */
	unknownList?: [];
	/** The whole response to an accepted message, in place of OK (§4.1). */
	accepted?: unknown;
}
