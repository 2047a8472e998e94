/**
 * Whether an entry of a list is a group (§2.5): `is_group` is `true`, or what a spreadsheet or a
 * form turns it into on the way. The `phone` of a group entry is the group's id.
 */
export function isGroupEntry(entry: unknown): boolean {
	if (typeof entry !== 'object' || entry === null) return false;
	const { is_group: mark } = entry as { is_group?: unknown };
	return (
		mark === true || mark === 1 || (typeof mark === 'string' && /^\s*(true|1)\s*$/i.test(mark))
	);
}
