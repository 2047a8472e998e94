/* global EventSource, fetch */

/**
 * Loads the messages and follows new ones. After a lost connection everything is loaded again.
 * `era` changes when the sandbox starts or is cleared: messages of another era are gone.
 *
 * @param {{ loaded(all), arrived(some), cleared(era: string), state(name: 'live' | 'connecting') }} page
 */
export function follow(page) {
	const events = new EventSource('events');
	// Events that arrive while the messages are loading wait, to keep the order.
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
