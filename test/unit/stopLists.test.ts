import { entriesIn } from '../../nodes/WhatsAppSender/broadcast/rules/entries';
import { neverSendTo, onlySendTo } from '../../nodes/WhatsAppSender/broadcast/rules/stopLists';
import { fromNode, numbers, ruleOf, stopListResult, turnTo } from './turn';

const [AYU, BUDI] = ['6281200001000', '6281200001001'];
const NOT_LISTED = { reason: 'onlySendTo', words: 'not in Only Send To' };
const only = async (value: unknown, to = BUDI) =>
	await stopListResult(onlySendTo, value, turnTo(to));

describe('Only Send To', () => {
	test('lets through who is there, and nobody by a number that cannot be read', async () => {
		const team = ['ask', { phone: '0812 34', name: 'Ayu' }, { wa: '+62 812-0000-1001' }, ''];
		expect([await only(team), await only(team, AYU)]).toEqual([undefined, NOT_LISTED]);
	});

	test.each([{ phone: AYU, home: BUDI }, { phone: `${AYU}; ${BUDI}` }])(
		'stops the run for a row with several numbers: %j',
		async (row) => {
			const words =
				"Only Send To: row 2 of Left has several phone numbers: return one, e.g. {{ $('Left').all().map(i => i.json.phone) }}";
			await expect(only([AYU, row])).rejects.toThrow(words);
			expect(await only([{ phone: BUDI, wa: '0812-0000-1001' }])).toBeUndefined();
		},
	);
});

describe('Numbers', () => {
	test('are read between commas, semicolons, tabs and line breaks, and between spaces', () => {
		const parts = entriesIn('Numbers', `1@g.us,+62 812; 3\r\n4\t${BUDI} 91234567`);
		expect(parts).toEqual(['1@g.us', '+62 812', ' 3', '4', BUDI, '91234567']);
	});

	test.each([BUDI, Number(BUDI), { phone: BUDI }])(
		'of an expression are refused where they are one alone: %j',
		(value) => {
			const what = typeof value === 'object' ? 'row' : 'number';
			const message = `Never Send To gives one ${what} alone, and the expression may have left out others: use {{ $('Left').all() }}`;
			expect(() => ruleOf(neverSendTo, numbers(value), fromNode)).toThrow(message);
			expect(() => ruleOf(neverSendTo, numbers(`${AYU}, ${BUDI}`), fromNode)).not.toThrow();
			expect(() => ruleOf(neverSendTo, numbers(BUDI))).not.toThrow();
		},
	);

	test.each<[unknown, string]>([
		[' , ', 'is empty: enter phone numbers, or remove the option'],
		[true, 'is true, not phone numbers: return text or a list'],
	])('that are %j are refused', (value, words) => {
		expect(() => ruleOf(onlySendTo, numbers(value))).toThrow(`Only Send To ${words}`);
	});

	test('by the ID of a list are refused', () => {
		const words = 'Never Send To is a list, not the ID of a list: choose Numbers';
		expect(() => ruleOf(neverSendTo, { mode: 'id', value: [BUDI] })).toThrow(words);
	});
});
