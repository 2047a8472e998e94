interface Row {
	/** What the input item has in the place of a good value. */
	json: Record<string, unknown>;
	/** Who is reached, or … */
	becomes?: string;
	/** … why nobody is. */
	refused?: RegExp;
}

const sent = (phone: unknown, becomes: string, countryCode?: string): Row => ({
	json: { phone, countryCode },
	becomes,
});
const refused = (phone: unknown, words: RegExp, countryCode?: string): Row => ({
	json: { phone, countryCode },
	refused: words,
});
const untimely = (when: unknown, words: string): Row => ({
	json: { when },
	refused: new RegExp(`^Send At "${when}" is ${words}`),
});

const ANOTHER = /could be read as another number/;
const WITH_PLUS = /write \+ before it, if 81 is its country code/;

/** What people's spreadsheets hold, one item each. */
export const ROWS: Row[] = [
	sent('6281234567890.0', '6281234567890'),
	sent('628123456789.0', '628123456789'),
	sent('+62 (0)812-3456-7891', '6281234567891'),
	sent('+44 (0)7911 123456', '447911123456'),
	sent("'6281234567892", '6281234567892'),
	sent(6281234567893, '6281234567893'),
	sent('6281234567894@s.whatsapp.net', '6281234567894'),
	sent('0812-3456-7890', '6281234567890', '62'),
	sent('+81 23456789', '8123456789', '62'),
	refused('8123456789', WITH_PLUS, '62'),
	refused(8123456789, WITH_PLUS, '62'),
	refused('+65 9123 4567/8', ANOTHER),
	refused('+65 9123 4567 / 12', ANOTHER),
	refused('+65 9123 4567 (12)', ANOTHER),
	refused('2026-11-21', /is a date/),
	refused('081234567890', /starts with 0: write it with the country code/),
	refused('120363025246125486@g.us', /set Send To to Group/),
	{
		json: { to: 'group', group: Number('120363025246125486') },
		refused: /^Group ID "\d+" is a number that has lost digits/,
	},
	{ json: { interactive: 'TRUE' }, becomes: '6281234560001' },
	untimely(46357.375, "a spreadsheet's number for a date"),
	untimely('20261201', 'a date without dashes'),
	untimely('2026', 'a year'),
	untimely('09:00', 'a time without a date'),
	untimely('2024-02-29T09:00:00', 'in the past'),
	{ json: { text: 'fails' }, refused: /^Referenced node doesn't exist/ },
];
