import { createHash } from 'node:crypto';

/** A list with its contacts; the service returns only how many there are (docs/service.md §2.4, §2.5). */
export type SandboxList = ReturnType<typeof list>;

const CREATED = Date.UTC(2025, 0, 6, 9, 0, 0);
const MINUTE = 60_000;

const newsletterNames = (
	'Ayu Lestari, Bima Prakoso, Citra Dewi, Dimas Nugroho, Eka Wulandari, Fajar Hidayat, ' +
	'Gita Permata, Hendra Wijaya, Intan Sari, Joko Susilo, Kartika Putri, Lukman Hakim'
).split(', ');

const customers = Array.from({ length: 1240 }, (_, index) => `Customer ${pad(index + 1)}`);

const branches = Array.from({ length: 10 }, (_, index) =>
	group(`Branch ${index + 1}`, `12036302524612600${index}@g.us`),
);

/** The lists of a new sandbox: the same ids and contacts every time. */
export function demoLists() {
	return [
		list(1, 'Newsletter customers', [
			...people(newsletterNames, '6200001001'),
			group('Neighbourhood market', '120363025246125486@g.us'),
			group('Weekend volunteers', '120363025246125487@g.us'),
		]),
		list(2, 'Not filled yet', []),
		list(3, 'All customers', [...people(customers, '620002'), ...branches]),
		list(
			4,
			'Pelanggan setia',
			people(['Siti Nurhaliza', 'Budi Santoso', 'Made Wirawan'], '6200001004'),
		),
		list(5, 'عملاء الرياض', people(['ليلى الحربي', 'خالد العتيبي', 'نورة القحطاني'], '9660001005')),
		list(6, 'お得意様', people(['佐藤 花子', '鈴木 一郎', '高橋 美咲'], '810001006')),
		list(7, '🎉 Launch party', [
			...people(['Zoë Müller', "Aoife O'Brien", 'Renée 🌻'], '490001007'),
			group('🎈 Planning', '120363025246125488@g.us'),
		]),
		// From the range that the United Kingdom keeps for films: real in form, for Phone Format, and nobody's.
		list(8, 'London members', people(['Amelia Clarke', 'George Hill', 'Olivia Wood'], '44770090')),
	];
}

function list(number: number, title: string, contacts: Array<ReturnType<typeof contact>>) {
	return {
		id: uuid(`list ${number}`),
		title,
		updated_at: CREATED + number * 60 * MINUTE,
		contacts,
	};
}

/** After the country code the numbers have a 0, which no real number has: a demo list reaches nobody. */
function people(names: string[], prefix: string) {
	return names.map((name, index) => contact(name, `${prefix}${pad(index + 1)}`, false, index));
}

function group(name: string, identifier: string) {
	return contact(name, identifier, true, 0);
}

function contact(name: string, phone: string, isGroup: boolean, index: number) {
	const created = CREATED + index * MINUTE;
	return {
		name,
		phone,
		is_group: isGroup,
		id: uuid(phone),
		created_at: created,
		updated_at: created + MINUTE,
	};
}

/** The same UUID for the same text every time. */
function uuid(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function pad(number: number): string {
	return String(number).padStart(4, '0');
}
