import { createHash } from 'node:crypto';
import type { SandboxContact, SandboxList } from './list';

const CREATED = Date.UTC(2025, 0, 6, 9, 0, 0);
const MINUTE = 60_000;

const newsletterNames = [
	...['Ayu Lestari', 'Bima Prakoso', 'Citra Dewi', 'Dimas Nugroho', 'Eka Wulandari', 'Fajar Hidayat'],
	...['Gita Permata', 'Hendra Wijaya', 'Intan Sari', 'Joko Susilo', 'Kartika Putri', 'Lukman Hakim'],
];

/** The lists a new sandbox gives out: the same ids and contacts every time. */
export function demoLists(): SandboxList[] {
	return [
		list(1, 'Newsletter customers', [
			...people(newsletterNames, '6200001001'),
			group('Neighbourhood market', '120363025246125486@g.us'),
			group('Weekend volunteers', '120363025246125487@g.us'),
		]),
		list(2, 'Not filled yet', []),
		list(3, 'All customers', [...people(manyNames(1240), '620002'), ...manyGroups(10)]),
		list(4, 'Pelanggan setia', people(['Siti Nurhaliza', 'Budi Santoso', 'Made Wirawan'], '6200001004')),
		list(5, 'عملاء الرياض', people(['ليلى الحربي', 'خالد العتيبي', 'نورة القحطاني'], '9660001005')),
		list(6, 'お得意様', people(['佐藤 花子', '鈴木 一郎', '高橋 美咲'], '810001006')),
		list(7, '🎉 Launch party', [
			...people(['Zoë Müller', "Aoife O'Brien", 'Renée 🌻'], '490001007'),
			group('🎈 Planning', '120363025246125488@g.us'),
		]),
	];
}

function list(number: number, title: string, contacts: SandboxContact[]): SandboxList {
	return { id: uuid(`list ${number}`), title, updated_at: CREATED + number * 60 * MINUTE, contacts };
}

/** The numbers go on with 0 after the country code, which no real one does: a demo list reaches nobody. */
function people(names: string[], numberBegins: string): SandboxContact[] {
	return names.map((name, index) => contact(name, `${numberBegins}${String(index + 1).padStart(4, '0')}`, false, index));
}

function group(name: string, identifier: string): SandboxContact {
	return contact(name, identifier, true, 0);
}

function contact(name: string, phone: string, isGroup: boolean, index: number): SandboxContact {
	const created = CREATED + index * MINUTE;
	return { name, phone, is_group: isGroup, id: uuid(phone), created_at: created, updated_at: created + MINUTE };
}

function manyNames(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `Customer ${String(index + 1).padStart(4, '0')}`);
}

function manyGroups(count: number): SandboxContact[] {
	return Array.from({ length: count }, (_, index) =>
		group(`Branch ${index + 1}`, `1203630252461260${String(index).padStart(2, '0')}@g.us`),
	);
}

/** The same UUID for the same text every time. */
function uuid(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
