/** A contact, or a group (§2.5). */
export interface SandboxContact {
	name: string;
	/** Digits, or the group identifier where `is_group` is true. */
	phone: string;
	is_group: boolean;
	/** UUID. */
	id: string;
	/** Unix time in milliseconds. */
	created_at: number;
	/** Unix time in milliseconds. */
	updated_at: number;
}

/** A list with its contacts. The service shows only their number in a list (§2.4). */
export interface SandboxList {
	/** UUID. */
	id: string;
	title: string;
	/** Unix time in milliseconds. */
	updated_at: number;
	contacts: SandboxContact[];
}
