import type { IDataObject } from 'n8n-workflow';
import {
	contactRecipient,
	groupRecipient,
	personOf,
} from '../../nodes/WhatsAppSender/message/recipient';

test.each([
	['Mexico', '5215512345678', '525512345678'],
	['Argentina', '5491112345678', '541112345678'],
	['Brazil', '5531967654321', '553167654321'],
])('A number of %s in both of its writings is one person', (_country, longer, shorter) => {
	const [one, other] = [longer, shorter].map((id) => ({ type: 'phone', id }) as const);
	expect(personOf(one)).toBe(personOf(other));
	expect(contactRecipient({ phone: longer }, '').id).toBe(longer);
});

test.each([
	['a fixed line of Brazil and a mobile number', '551123456789', '5511923456789'],
	['other countries', '5115512345678', '515512345678'],
	['numbers of Mexico that begin with 1', '521551234567', '52551234567'],
	['a number and a group', '5215512345678', '525512345678@g.us'],
])('%s are two recipients', (_what, ...ids) => {
	const [one, other] = ids.map((id) =>
		personOf(contactRecipient({ phone: id, is_group: id.includes('@') }, '')),
	);
	expect(one).not.toBe(other);
});

test.each(['My family group', 'a\tb', '120363025246125486 @g.us'])(
	'The group ID "%s" has spaces in it and is refused, with where to find one',
	(id) => {
		expect(() => groupRecipient(id)).toThrow(
			/^Group ID ".*" contains spaces: choose a group, or enter the phone that Get List Contacts returns for it$/,
		);
		expect(groupRecipient(' 120363025246125486@g.us\n').id).toBe('120363025246125486@g.us');
	},
);

test.each(['6281234567890@s.whatsapp.net', '6281234567890@C.US', '+6281234567890', '62812345'])(
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

test.each(['{"__proto__":{"is_group":true}}', '{"constructor":1}', '[]', '7', 'null'])(
	'An item that is %s is no contact',
	(source) => {
		const read = () => contactRecipient(JSON.parse(source), '');
		expect(read).toThrow(/^The input item has no phone/);
	},
);
