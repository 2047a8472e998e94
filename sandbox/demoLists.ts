import { createHash } from 'node:crypto';

/** A list with its contacts; of them the service returns only the number (service.md §2.4, §2.5). */
export type SandboxList = ReturnType<typeof demoLists>[number];

const CREATED = Date.UTC(2025, 0, 6, 9, 0, 0);
const MINUTE = 60_000;

const names = (text: string) => text.split(', ');
const newsletter = names(
	'Ayu Lestari, Bima Prakoso, Citra Dewi, Dimas Nugroho, Eka Wulandari, Fajar Hidayat, ' +
		'Gita Permata, Hendra Wijaya, Intan Sari, Joko Susilo, Kartika Putri, Lukman Hakim',
);
const customers = Array.from({ length: 1240 }, (_, index) => `Customer ${pad(index + 1)}`);
type Group = [name: string, id: string];
const market: Group = ['Neighbourhood market', '120363025246125486@g.us'];
const volunteers: Group = ['Weekend volunteers', '120363025246125487@g.us'];
const planning: Group = ['🎈 Planning', '120363025246125488@g.us'];
const branches = Array.from({ length: 10 }, (_, index): Group => {
	return [`Branch ${index + 1}`, `12036302524612600${index}@g.us`];
});

type List = [title: string, people: string[], phonePrefix: string, ...groups: Group[]];

/** All numbers are invented; Germany's and the United Kingdom's are of their ranges for fiction. */
const lists: List[] = [
	['Newsletter customers', newsletter, '628120001', market, volunteers],
	['Not filled yet', [], ''],
	['All customers', customers, '628120002', ...branches],
	['Pelanggan setia', names('Siti Nurhaliza, Budi Santoso, Made Wirawan'), '628120004'],
	['عملاء الرياض', names('ليلى الحربي, خالد العتيبي, نورة القحطاني'), '96650001'],
	['お得意様', names('佐藤 花子, 鈴木 一郎, 高橋 美咲'), '81700010'],
	['🎉 Launch party', names("Zoë Müller, Aoife O'Brien, Renée 🌻"), '49171392', planning],
	['London members', names('Amelia Clarke, George Hill, Olivia Wood'), '44770090'],
	// Contacts of the first list, to try Only Send To and Never Send To.
	['My own numbers', names('Ayu Lestari, Bima Prakoso'), '628120001'],
	['Unsubscribed', names('Bima Prakoso, Citra Dewi, Gita Permata'), '628120001'],
	['Clientes de São Paulo', names('João da Silva, Conceição Araújo, Luís Gonçalves'), '551199002'],
];

/** The lists of a new sandbox: the same ids and contacts every time. */
export function demoLists() {
	return lists.map(([title, people, prefix, ...groups], at) => ({
		id: uuid(`list ${at + 1}`),
		title,
		updated_at: CREATED + (at + 1) * 60 * MINUTE,
		contacts: [
			...people.map((name, index) => {
				const place = newsletter.includes(name) ? newsletter.indexOf(name) : index;
				return contact(title, name, prefix + pad(place + 1), index);
			}),
			...groups.map(([name, id]) => contact(title, name, id)),
		],
	}));
}

function contact(list: string, name: string, phone: string, index = 0) {
	const created_at = CREATED + index * MINUTE;
	const times = { created_at, updated_at: created_at + MINUTE };
	return { name, phone, is_group: phone.endsWith('@g.us'), id: uuid(list + phone), ...times };
}

/** The same UUID for the same text every time. */
function uuid(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

function pad(number: number): string {
	return String(number).padStart(4, '0');
}
