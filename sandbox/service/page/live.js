/* global EventSource, fetch */

/**
 * Loads what has arrived and follows what arrives. After a lost connection everything is loaded afresh.
 * `era` names the time since the sandbox started or was cleared: what a page has of another era is gone.
 *
 * @param {{ loaded(all), arrived(some), cleared(era: string), state(name: 'live' | 'connecting') }} page
 */
export function follow(page) {
	const events = new EventSource('events');
	// What happens while the earlier messages are still loading waits for them, to keep the order.
	let waiting = [];
	const inOrder = (event) => (waiting ? waiting.push(event) : event());
	events.addEventListener('open', async () => {
		waiting = [];
		const all = await (await fetch('messages')).json();
		page.loaded(all);
		page.state('live');
		for (const event of waiting) event(all.era);
		waiting = undefined;
	});
	events.addEventListener('messages', ({ data }) => inOrder(() => page.arrived(JSON.parse(data))));
	events.addEventListener('reset', ({ data }) => {
		const { era } = JSON.parse(data);
		inOrder((loaded) => loaded !== era && page.cleared(era));
	});
	events.addEventListener('error', () => page.state('connecting'));
}
