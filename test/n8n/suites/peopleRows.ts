interface PhoneRow {
	phone: unknown;
	countryCode?: string;
	/** The number that is reached, or … */
	becomes?: string;
	/** … why nobody is. */
	refused?: RegExp;
}

/** What people's spreadsheets hold, as one item each. */
export const PHONES: PhoneRow[] = [
	{ phone: '6281234567890.0', becomes: '6281234567890' },
	{ phone: '628123456789.0', becomes: '628123456789' },
	{ phone: '+62 (0)812-3456-7891', becomes: '6281234567891' },
	{ phone: '+44 (0)7911 123456', becomes: '447911123456' },
	{ phone: "'6281234567892", becomes: '6281234567892' },
	{ phone: 6281234567893, becomes: '6281234567893' },
	{ phone: '6281234567894@s.whatsapp.net', becomes: '6281234567894' },
	{ phone: '+65 9123 4567/8', refused: /could be read as another number/ },
	{ phone: '+65 9123 4567 / 12', refused: /could be read as another number/ },
	{ phone: '+65 9123 4567 (12)', refused: /could be read as another number/ },
	{ phone: '2026-11-21', refused: /is a date/ },
	{ phone: '081234567890', refused: /starts with 0: write it with the country code/ },
	{ phone: '120363025246125486@g.us', refused: /set Send To to Group/ },
	{ phone: '0812-3456-7890', countryCode: '62', becomes: '6281234567890' },
	{ phone: '+81 23456789', countryCode: '62', becomes: '8123456789' },
	{
		phone: '8123456789',
		countryCode: '62',
		refused: /write \+ before it, if 81 is its country code/,
	},
	{
		phone: 8123456789,
		countryCode: '62',
		refused: /write \+ before it, if 81 is its country code/,
	},
];

/** Times that a spreadsheet or a form gives, and that could be another one. */
export const TIMES: Array<{ when: unknown; refused: RegExp }> = [
	{ when: 46357.375, refused: /^Send At "46357\.375" is a spreadsheet's number for a date/ },
	{ when: '20261201', refused: /^Send At "20261201" is a date without dashes/ },
	{ when: '2026', refused: /^Send At "2026" is a year/ },
	{ when: '09:00', refused: /^Send At "09:00" is a time without a date/ },
	{ when: '2024-02-29T09:00:00', refused: /^Send At "2024-02-29T09:00:00" is in the past/ },
];
