import type { IDataObject } from 'n8n-workflow';
import {
	contactRecipient,
	groupRecipient,
	personOf,
} from '../../nodes/WhatsAppSender/service/recipient';

test.each<[string, string, string, boolean]>([
	['Mexico', '5215512345678', '525512345678', true],
	['Argentina', '5491112345678', '541112345678', true],
	['Brazil', '5531967654321', '553167654321', true],
	['a fixed line of Brazil and a mobile number', '551123456789', '5511923456789', false],
	['numbers of Mexico that begin with 1', '521551234567', '52551234567', false],
	['a number and a group', '5215512345678', '525512345678@g.us', false],
])('One person in two writings, %s: %s and %s: %p', (_what, one, other, isSame) => {
	const contacts = [one, other].map((phone) => ({ phone, is_group: phone.includes('@') }));
	const recipients = contacts.map((contact) => contactRecipient(contact, ''));
	expect(recipients.map(({ id }) => id)).toEqual([one, other]);
	expect(personOf(recipients[0]) === personOf(recipients[1])).toBe(isSame);
});

test('A group ID with spaces in it is refused, with where to find one', () => {
	expect(groupRecipient(' 120363025246125486@g.us\n').id).toBe('120363025246125486@g.us');
	for (const id of ['My family group', '120363025246125486\t@g.us'])
		expect(() => groupRecipient(id)).toThrow(
			/^Group ID ".*" contains spaces: choose a group, or enter the phone that Get List Contacts returns for it$/,
		);
});

test.each(['6281234567890@s.whatsapp.net', '6281234567890@C.US', '+62812345', '123456789012345'])(
	'The group ID "%s" is a person and is refused: as a group, it would pass Never Send To',
	(id) => {
		const words = `Group ID "${id}" is a person: set Send To to Phone Number`;
		expect(() => groupRecipient(id)).toThrow(words);
		expect(() => contactRecipient({ phone: id, is_group: true }, '')).toThrow(words);
	},
);

test.each<[string, unknown[]]>([
	['group', [true, 'true', ' TRUE ', 1, '1']],
	['phone', [false, 'false', '0', '', 0, 2, 'true!', 'untrue', null, undefined, {}, ['true']]],
])('A contact is a %s by its is_group', (type, marks) => {
	for (const is_group of marks) {
		const phone = type === 'group' ? '6281234567890-1400000000' : '6281234567890';
		const contact = { phone, is_group } as IDataObject;
		expect(contactRecipient(contact, '')).toMatchObject({ type, id: phone });
	}
});

test('An item without a phone is no contact', () => {
	for (const item of ['{"__proto__":{"is_group":true}}', '[]', '7', 'null']) {
		const read = () => contactRecipient(JSON.parse(item), '');
		expect(read).toThrow(/^The input item has no phone/);
	}
});
