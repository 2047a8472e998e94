/* global EventSource, fetch */

/**
 * Loads what has arrived and follows what arrives. After a lost connection everything is loaded afresh.
 *
 * @param {{ loaded(all), arrived(some), reset(), state(name: 'live' | 'connecting') }} page
 */
export function follow(page) {
	const events = new EventSource('events');
	// What arrives while the earlier messages are still loading waits for them, to keep the order.
	let waiting = [];
	events.addEventListener('open', async () => {
		waiting = [];
		page.loaded(await (await fetch('messages')).json());
		page.state('live');
		for (const some of waiting) page.arrived(some);
		waiting = undefined;
	});
	events.addEventListener('messages', ({ data }) => {
		const some = JSON.parse(data);
		if (waiting) waiting.push(some);
		else page.arrived(some);
	});
	events.addEventListener('reset', () => page.reset());
	events.addEventListener('error', () => page.state('connecting'));
}
