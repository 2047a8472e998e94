import { to } from '../../rig/workflows/nodes';
import { AYU, BUDI, messages, NO_SIGNAL, useBroadcasts } from './broadcasts';
import { PHONE } from './sandbox';

const { send, arrivals } = useBroadcasts();

/** Second comes after Sender. Other errors: unit/expressions.test.ts. */
test.each([
	['$("None").item.json.a', ' reads None, which does not exist: correct its name in the express'],
	['$node["None"].json.a', ' reads None, which does not exist: correct its name in the express'],
	['$("Second").first()', ' reads Second, which has not run: place it before this node, then'],
	['$("Second").item', ' reads Second, which is not connected to this node: connect it, or use'],
	['$("Items").first(0, 7)', ': Run 7 of node "Items" not found: correct the expression'],
])('An error names the node that the expression %s reads', async (text, words) => {
	const parameters = { text: `={{ ${text} }}` };
	const { error } = await send({ parameters, senders: ['Sender', 'Second'] });
	expect(error?.message.slice(0, 4 + words.length)).toBe(`Text${words}`);
	expect(`${error?.message} ${error?.description}`).not.toMatch(/<|undefined/);
	expect(arrivals()).toEqual([]);
});

test("$('Send').item works behind both outputs, and each node sends to all its items", async () => {
	const recipient = "$('Send').item.json.recipient";
	const { run } = await send({
		to: messages(AYU, 'nobody', BUDI),
		senders: ['Send', 'Accepted', 'Failed'],
		connections: { Items: { main: [to('Send')] }, Send: { main: [to('Accepted'), to('Failed')] } },
		parameters: {
			text: 'Hello',
			phone: `={{ $prevNode.name === 'Items' ? $json.phone : ${recipient}.replace('nobody', '${PHONE}') }}`,
		},
		options: { eachRecipientOnce: true },
		faults: { 1: [NO_SIGNAL] },
		onError: 'continueErrorOutput',
	});
	const acceptedBy = (name: string) =>
		run.data.resultData.runData[name][0].data!.main[0]!.map(
			({ json }) => json.success && json.recipient,
		);
	expect([acceptedBy('Accepted'), acceptedBy('Failed')]).toEqual([[AYU], [PHONE, BUDI]]);
});
