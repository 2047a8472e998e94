import type { IDataObject } from 'n8n-workflow';
import {
	contactRecipient,
	groupRecipient,
	personOf,
	phoneRecipient,
} from '../../nodes/WhatsAppSender/service/recipient';

test.each<[string, string, string, boolean]>([
	['Mexico', '5215512345678', '525512345678', true],
	['Argentina', '5491112345678', '541112345678', true],
	['Brazil', '5531967654321', '553167654321', true],
	['a number and a group', '5215512345678', '525512345678@g.us', false],
])('Two numbers are of one person, or not: %s, %s and %s: %p', (_what, one, other, isSame) => {
	const contacts = [one, other].map((phone) => ({ phone, is_group: phone.includes('@') }));
	const recipients = contacts.map((contact) => contactRecipient(contact, ''));
	expect(recipients.map(({ id }) => id)).toEqual([one, other]);
	expect(personOf(recipients[0]) === personOf(recipients[1])).toBe(isSame);
});

const NO_GROUP =
	'is not the ID of a group: choose one group, or enter the phone that Get List Contacts returns for it';
test.each<[problem: string, ...ids: unknown[]]>([
	['is empty', '', ' '],
	[NO_GROUP, 'My family group', '120363025246125486\t@g.us', 'https://chat.whatsapp.com/AbCd'],
	[NO_GROUP, '120363025246125486@g.us,120363025246125487@g.us', 'chat.whatsapp.com/AbCd'],
	[NO_GROUP, '1203@newsletter', 'status@broadcast', '20261130', '2026-11-30'],
	[NO_GROUP, 6_280_000_000_000, '6.28E+12', '0812****7890', '0812••7890'],
	[NO_GROUP, '1'.repeat(65), '٩'.repeat(300_000)],
	['is a number that has lost digits', 2 ** 53, 2 ** 56 + 1],
	['is empty', '\u200b', '\u202a \u202c'],
])('A group ID is refused if it %s', (problem, ...ids) => {
	for (const id of ids) {
		expect(() => groupRecipient(id)).toThrow(/^Group ID/);
		expect(() => groupRecipient(id)).toThrow(problem);
	}
});

const people =
	'6281234567890:12@s.whatsapp.net 6281234567890@C.US +62812345 123456789012345 0812-3456-7890 2025123@lid 62812@hosted 6281234567890_1:5@s.whatsapp.net (62)81234567890@c.us x@c.us -6281234567890 US.13491208655302741918';
test.each(people.split(' '))('The group ID "%s" is a person and is refused', (id) => {
	const words = `Group ID "${id}" is a person: set Send To to Phone Number`;
	expect(() => groupRecipient(id)).toThrow(words);
	expect(() => contactRecipient({ phone: id, is_group: true }, '')).toThrow(words);
});

test('A group with invisible characters in its ID is the same group', () => {
	const [one, other] = ['120363025246125486@g.us', '120363\u200b025246125486@G.us\u202c'].map(
		groupRecipient,
	);
	expect(personOf(one)).toBe(personOf(other));
	expect(other.id).toBe('120363025246125486@G.us');
});

test('A phone without a country to read it in must have its own code', () => {
	expect(phoneRecipient('+62 812-3456-7890').id).toBe('6281234567890');
	expect(() => phoneRecipient('0812345678')).toThrow(/needs its country code: write it .* code$/);
});

test('The ID of a group is trimmed, and otherwise untouched', () => {
	const ids = [' 120363025246125486@g.us\n', '6281234567890-1400000000@G.us', '120363025246125486'];
	expect(ids.map((id) => groupRecipient(id).id)).toEqual(ids.map((id) => id.trim()));
	expect(groupRecipient(1203630).id).toBe('1203630');
});

test('An item without is_group is read like Phone Number, except for a group ID', () => {
	for (const read of [
		() => contactRecipient({ phone: '819012345678' }, '62'),
		() => phoneRecipient('819012345678', '62'),
	])
		expect(read).toThrow(/could be \+62/);
	for (const phone of ['081234567890', ['081234567890']])
		expect(contactRecipient({ phone }, '62').id).toBe('6281234567890');
	for (const phone of ['1203@g.us ', '1203@g.us\u200b'])
		for (const is_group of [undefined, false])
			expect(contactRecipient({ phone, is_group }, '').type).toBe('group');
});

test.each<[string, unknown[]]>([
	['group', [true, 'true', ' TRUE ', 1, '1']],
	['phone', [false, 'false', '0', '', 0, 2, 'true!', 'untrue', null, undefined, {}, ['true']]],
])('is_group makes a contact a %s: %j', (type, values) => {
	const phone = type === 'group' ? '6281234567890-1400000000' : '6281234567890';
	for (const is_group of values) {
		const contact = { phone, is_group } as IDataObject;
		expect(contactRecipient(contact, '')).toMatchObject({ type, id: phone });
	}
});

test('An item without a phone is refused', () => {
	for (const item of ['{"__proto__":{"is_group":true}}', '[]', '7', 'null'])
		expect(() => contactRecipient(JSON.parse(item), '')).toThrow(/^This row has no phone/);
});
