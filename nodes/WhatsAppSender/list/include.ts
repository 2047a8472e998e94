import { isGroupEntry } from './isGroupEntry';

/** Which entries of a list to keep. */
export type Include = 'all' | 'contacts' | 'groups';

/** The entries of a list (§2.5) that are wanted; an entry is a group where `is_group` says so. */
export function included(entries: unknown[], include: Include): unknown[] {
	if (include === 'all') return entries;
	return entries.filter((entry) => isGroupEntry(entry) === (include === 'groups'));
}
