// What the columns of spreadsheets, forms and shops contain, by their names in common languages.

/** Words for a phone, also in other languages. Some have endings there: `numer telefonu`, `Мобильный`. */
const PHONE_WORDS = [
	'(?:hand|cell|mobile)?phones?|(?:mobil)?tele(?:ph|[fp])oo?n\\p{L}*|(?:matka)?puhelin\\p{L}*|fone|fon',
	'tel|telf|telp|telpon|tlp|tlf|tfno|gsm|msisdn|sms|hp|handy|ponsel|portable|komork\\p{L}*',
	'mobiles?|mob|mobil|mobiele?|mobilszam|mobitel\\p{L}*|natel|ph|rufnummer',
	'telemovel|movil|moviles|cell|cel|cellular|cellulare|celular|celulares',
	'whats(?: *app)?|wa|wpp|contact[ _]*(?:number|no)|sdt|điện thoại|dien thoai|di động|di dong',
	'тел|моб|τηλ|(?:телефон|мобил|сотов|ватсап|τηλεφων|κινητ)\\p{L}*|फ़ोन|मोबाइल|ফোন|মোবাইল',
];

/** In scripts that put no space between words, or join an article to them. */
const JOINED_WORDS = [
	'手机|手機|电话|電話|携帯|전화|휴대폰|핸드폰|โทรศัพท์|เบอร์โทร|มือถือ',
	'هاتف|جوال|موبايل|موبایل|تلفون|تليفون|تلفن|واتس|טלפון|נייד',
];

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** As in `nohp`, `Handynummer`. */
const NUMBER = '(?:no|nr|num|number|nummer|numero)?';

const PHONE = new RegExp(
	`(?<!\\p{L})${NUMBER}(?:${withoutAccents(PHONE_WORDS.join('|'))})${NUMBER}(?!\\p{L})|${withoutAccents(JOINED_WORDS.join('|'))}`,
	'iu',
);

/** A stranger's JSON may have names of any length. */
const LONGEST_COLUMN = 500;

/** Whether the name of a column contains a word for a phone: `Mobile Phone Number`, `no_wa`, `Teléfono`; not `phoneId`. */
export function namesPhone(column: string): boolean {
	const start = withoutAccents(column.slice(0, LONGEST_COLUMN));
	// `NoHP`, `cellNumber`, `WhatsAppNumber`
	const words = start.replace(/(?<=\p{Ll})(?=\p{Lu})|(?=\p{Lu}\p{Ll})/gu, ' ');
	return PHONE.test(words) && !/(?<!\p{L})id$/iu.test(words);
}
