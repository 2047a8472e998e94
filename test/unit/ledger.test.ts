import { type Entry, Ledger } from '../../nodes/WhatsAppSender/broadcast/ledger';

const [AYU, BUDI, CITRA] = ['6281200001000', '6281200001001', '6281200001002'];
const accepted = (person: string): Entry => ({ is: 'accepted', person, output: [] });
const lost = (person: string): Entry => ({ is: 'unconfirmed', person, recipient: `+${person}` });
/** As n8n stores it with the execution, and reads it for a retry. */
const reload = ({ stored }: Ledger) => new Ledger(JSON.parse(JSON.stringify(stored)));

/** In run 1, the first message to Ayu was lost, and a retry sent it. The second item reached Budi, and perhaps Citra before. */
function exampleLedger(): Ledger {
	const ledger = new Ledger();
	for (const entry of [lost(AYU), accepted(AYU)]) ledger.add(1, 0, entry);
	for (const entry of [lost(CITRA), lost(BUDI)]) ledger.add(1, 1, entry);
	ledger.add(0, 0, accepted(BUDI));
	return ledger;
}

test.each([
	['while its run goes on', (ledger: Ledger) => ledger, 1],
	['in a retry', reload, 1],
	['after its run', (ledger: Ledger) => (ledger.fold(1), ledger.fold(0), ledger), 0],
	['in a retry, after its run', (ledger: Ledger) => (ledger.fold(1), reload(ledger)), 0],
])('A ledger counts each attempt, and each person once an item, %s', (_when, change, open) => {
	const ledger = change(exampleLedger());
	expect(ledger.messages).toBe(5);
	expect(ledger.messagesTo(AYU, 2, 0)).toBe(1);
	expect(ledger.messagesTo(BUDI, 2, 0)).toBe(2);
	expect(ledger.messagesTo(CITRA, 2, 0)).toBe(1);
	// An item is no duplicate of itself.
	expect(ledger.messagesTo(AYU, 1, 0)).toBe(1 - open);
	expect(ledger.messagesTo(BUDI, 1, 1)).toBe(2 - open);
	expect(ledger.acceptedInOtherRuns(1)).toBe(2 - open);
	expect(ledger.attempts(1, 0)).toHaveLength(2 * open);
});

test('The calls of a tool end with their process', () => {
	const ledger = new Ledger();
	ledger.add(-1, 0, lost(AYU));
	const later = reload(ledger);
	expect(later.attempts(-1, 0)).toEqual([]);
	expect([later.messages, later.messagesTo(AYU, -1, 0)]).toEqual([1, 1]);
});

test('The ledger of a dry run lies over what was sent, and changes nothing in it', () => {
	const sent = exampleLedger();
	const planned = new Ledger(undefined, sent);
	planned.add(2, 0, accepted(AYU));
	expect([planned.messages, planned.messagesTo(AYU, 2, 1)]).toEqual([6, 2]);
	// The retry of an item that may have reached its person.
	expect(planned.messagesTo(BUDI, 1, 1)).toBe(1);
	expect(sent.messages).toBe(5);
});
