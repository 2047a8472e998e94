import type { Description } from './description/load';
import type { Feed } from './messages/feed';
import type { Journal } from './messages/journal';
import type { Attempts } from './messages/attempts';
import type { Previews } from './messages/previews';
import type { Sandbox } from './sandbox';

/** What the routes of one running sandbox share. */
export interface Service {
	/** The settings and hooks as they are now; tests change them while it runs. */
	sandbox: Sandbox;
	basePath: string;
	rawBodies: boolean;
	description: Description;
	journal: Journal;
	feed: Feed;
	previews: Previews;
	attempts: Attempts;
	/** Sends being handled now. */
	sending: number;
	/** Aborted when the sandbox closes. */
	closing: AbortSignal;
}

/** Forgets all that has arrived, here and on every open page. */
export function forgetMessages({ journal, previews, attempts }: Pick<Service, 'journal' | 'previews' | 'attempts'>): void {
	journal.clear();
	previews.clear();
	attempts.clear();
}
