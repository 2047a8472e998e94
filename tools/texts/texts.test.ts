import { readFileSync } from 'node:fs';
import { textsDocument, TEXTS_FILE } from './texts';

const document = textsDocument();

test('docs/texts.md is up to date; `npm run docs:texts` writes it', () => {
	expect(readFileSync(TEXTS_FILE, 'utf8')).toBe(document);
});

test.each([
	['a label with its description', '| Default Country Code'],
	['a hint', 'Include the country code, e.g. 62 for Indonesia'],
	['an error', '<br>Message to … was not accepted (HTTP …): …<br>'],
	['a part of an error', '<br>the connection was refused<br>'],
	['an advice', '| service/errors | Check the Base URL in the WhatsApp Sender API credential.<br>'],
	['a page in English', '| Thank you You can close this page now. '],
	['a page in no other language', '. |\n| message/wait/link |'],
	['a hint before a run', 'No delay is set, so messages are sent back to back.'],
])('It has %s', (_kind, text) => {
	expect(document).toContain(text);
});
