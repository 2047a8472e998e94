import { Contacts, numbersIn } from '../../nodes/WhatsAppSender/message/contacts';

const BUDI = '6281200001001';
const include = async (entries: unknown[], person = BUDI) =>
	await new Contacts(entries, 'Never Send To', false).include(person, '62', true);

describe('The phone of an entry', () => {
	test.each<[unknown]>([
		[BUDI],
		[Number(BUDI)],
		[{ Phone: '0812 0000 1001' }],
		[{ 'phone ': BUDI }],
		[{ '\uFEFFPHONE': BUDI, name: 'Budi' }],
		[{ json: { name: 'Budi', ' phone': BUDI }, pairedItem: 0 }],
	])('is found in %j', async (entry) => {
		expect(await include([{ name: 'Ayu', phone: '6281200001000' }, '', entry])).toBe(true);
		expect(await include([{ Phone: '6281200001000' }, entry])).toBe(true);
	});

	test("of a group is the group's, with and without a mark", async () => {
		for (const entry of [
			{ phone: '1203', is_group: 'TRUE' },
			{ Phone: '1203@g.us' },
			'1203@G.US ',
		]) {
			expect(await include([entry], '1203@g.us')).toBe(true);
		}
	});

	/** What the first entry is, and what the error says of it. */
	test.each<[unknown, string]>([
		[{ 'Nomor HP': BUDI, name: 'Budi' }, 'has the fields "Nomor HP", "name": return the one'],
		[{ Unsubscribed: 'phone', __EMPTY: 'name' }, 'the fields "Unsubscribed", "__EMPTY": return'],
		[{ json: { phone: ' ', tel: BUDI } }, 'The first one has the fields "phone", "tel": return'],
		[undefined, 'The first one is empty: return whole items, e.g. {{ $('],
		[{ json: {} }, 'The first one is empty: return whole items, e.g. {{ $('],
	])('that none has, like %j, is refused', (first, words) => {
		const begin = 'Never Send To has no phone in any of its entries (2). ';
		expect(() => new Contacts([first, first], 'Never Send To', false)).toThrow(begin);
		expect(() => new Contacts([first, first], 'Never Send To', false)).toThrow(words);
	});
});

test('An empty list is one of nobody, as Always Output Data gives it, too', async () => {
	for (const entries of [[], [{}], [{ json: {} }]]) expect(await include(entries)).toBe(false);
});

test('Numbers are taken between commas, semicolons, tabs and line breaks', () => {
	expect(numbersIn('Numbers', `1@g.us,+62 812; 3\r\n4\t${BUDI} ${BUDI}`)).toEqual([
		'1@g.us',
		'+62 812',
		' 3',
		'4',
		BUDI,
		BUDI,
	]);
});
