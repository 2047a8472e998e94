import {
	Contacts,
	numbersIn,
	type ContactSource,
} from '../../nodes/WhatsAppSender/message/contacts';

const [AYU, BUDI] = ['6281200001000', '6281200001001'];
const never: ContactSource = { where: 'Never Send To', isListed: false, takesAllPhones: true };
const only: ContactSource = { where: 'Only Send To', isListed: false, takesAllPhones: false };
const read = async (entries: unknown[], source = never) =>
	await new Contacts(entries, source).peopleIn('62');
const include = async (entries: unknown[], person = BUDI) =>
	(await read(entries)).people.has(person);
/** What is said of entries whose phones are not found, or are too many. */
const problemOf = async (entries: unknown[], source: ContactSource) =>
	await read(entries, source).then(
		() => undefined,
		(error: Error) => error.message,
	);

describe('The phone of an entry', () => {
	test.each<[unknown]>([
		[BUDI],
		[Number(BUDI)],
		[{ Phone: '0812 0000 1001' }],
		[{ '\uFEFFPHONE': BUDI, name: 'Budi' }],
		[{ json: { name: 'Budi', ' phone': BUDI }, pairedItem: 0 }],
		[{ 'Phone Number': BUDI }],
		[{ 'mobile-number': BUDI }],
		[{ 'Whats_App Number': BUDI }],
	])('is found in %j', async (entry) => {
		expect(await include([{ name: 'Ayu', phone: AYU }, '', entry])).toBe(true);
		expect(await include([{ Phone: AYU }, entry])).toBe(true);
		expect(await problemOf([entry], only)).toBeUndefined();
	});

	test('is not found in a field that only begins or ends alike', async () => {
		expect(await include([{ Phone: AYU }, { telephone: BUDI, phones: BUDI }])).toBe(false);
	});

	test('may be one of several, which all count', async () => {
		const entries = [{ Phone: AYU, Mobile: BUDI }];
		for (const person of [AYU, BUDI]) expect(await include(entries, person)).toBe(true);
		expect(await problemOf(entries, never)).toBeUndefined();
		expect(await problemOf([{ Phone: AYU }, { Mobile: BUDI }], only)).toBeUndefined();
		expect(await problemOf([{ Phone: AYU, Mobile: ' ' }], only)).toMatch(
			/^Only Send To has several fields/,
		);
		expect(await problemOf([{ Phone: AYU }, ...entries], only)).toBe(
			`Only Send To has several fields with phones, "Phone", "Mobile": use {{ $('Name of the node').all().map(i => i.json.Phone) }} or {{ $('Name of the node').all().map(i => i.json.Mobile) }}`,
		);
	});

	test("of a group is the group's, with and without a mark", async () => {
		for (const entry of [{ phone: '1203', is_group: 'TRUE' }, '1203@g.us', '1203@G.US ']) {
			expect(await include([entry], '1203@g.us')).toBe(true);
		}
	});

	const pasted = "={{ $('Unsubscribed').all() }}";
	const map = (field: string, items = "$('Unsubscribed')") =>
		`use {{ ${items}.all().map(i => i.json${field}) }}`;
	/** What the first entry is, what the error says of it, and the expression that gave it. */
	test.each<[unknown, string, string?]>([
		[{ telephone: BUDI, name: 'Budi' }, `the fields "telephone", "name": ${map('.telephone')}`],
		[{ 'Nomor HP': Number(BUDI), name: 'Budi' }, map('["Nomor HP"]')],
		[{ json: { tel: '0812-0000-1001' } }, map('.tel', '$input'), '={{ $input.all() }}'],
		[{ Unsubscribed: 'phone', __EMPTY: 'name' }, 'the fields "Unsubscribed", "__EMPTY": return'],
		[
			{ json: { phone: ' ', tel: BUDI } },
			`The first one has the fields "phone", "tel": ${map('.tel')}`,
		],
		[undefined, 'The first one is empty: return whole items, e.g. {{ $('],
		[{ json: {} }, 'The first one is empty: return whole items, e.g. {{ $('],
	])('that none has, like %j, is refused', async (first, words, expression = pasted) => {
		const problem = await problemOf([first, first], { ...never, expression });
		expect(problem).toContain('Never Send To has no phone in any of its entries (2). ');
		expect(problem).toContain(words);
	});

	test('that is no number advises to correct it, or to use the field that has the numbers', async () => {
		const entries = [{ phone: 'ask', tel: AYU }, { phone: BUDI }];
		const { unreadable } = await read(entries, { ...never, expression: pasted });
		const description = `Correct the entry, or remove it. If this is the wrong field, ${map('.tel')}.`;
		const message = expect.stringContaining('Phone "ask"');
		expect(unreadable).toMatchObject({ message, description });
	});

	test('that is missing is nobody, and counted', async () => {
		const ignored = async (...entries: unknown[]) => (await read(entries)).ignoredEntries;
		expect(await ignored('', BUDI)).toBe('1 entry of Never Send To has no phone and is ignored');
		expect(await ignored('', BUDI, {})).toBe(
			'2 entries of Never Send To have no phone and are ignored',
		);
		expect(await ignored(BUDI)).toBeUndefined();
	});
});

test('An empty list is one of nobody, as Always Output Data gives it, too', async () => {
	for (const entries of [[], [{}], [{ json: {} }]]) expect(await include(entries)).toBe(false);
});

test('Numbers are taken between commas, semicolons, tabs and line breaks', () => {
	const numbers = numbersIn('Numbers', `1@g.us,+62 812; 3\r\n4\t${BUDI} 91234567`);
	expect(numbers).toEqual(['1@g.us', '+62 812', ' 3', '4', BUDI, '91234567']);
});
