import type { IDataObject } from 'n8n-workflow';
import { oneLine } from '../values/input';

/** Columns for the name of a person, in common languages, without accents, spaces and signs. */
const NAME_COLUMN = new RegExp(
	`^(?:${[
		'(?:full|first|last|customer|client|contact|guest|patient|member|student|recipient|display)?name',
		'nameof(?:the)?(?:customer|client|contact|guest|patient)|customer|client|guest|patient',
		'nama(?:lengkap|pelanggan|customer|kontak|pasien|siswa|penerima)?|pelanggan|pasien',
		'(?:nombre|nome|nom|prenom)(?:completo|complet|s|del?cliente|duclient|cliente|client)?|clientes?',
		'(?:vor|nach|kunden)?name|kunde|patientin|naam|klant|navn|namn|nimi|nev|imie|isim|adsoyad|ad',
		'ho(?:va)?ten|ten|имя|фио|клиент|姓名|名字|名前|お名前|氏名|이름|성함|الاسم|اسم|نام|नाम|ชื่อ|שם',
	].join('|')})$`,
	'u',
);

const LONGEST_NAME = 40;

/** How people find an item in their data, e.g. in a sheet of 1,200 rows. */
export class Row {
	/** As the sheet numbers it (`row_number`), else the item's place from 1. */
	readonly number: number;
	/** Whether the input names the row. */
	readonly isNumbered: boolean;

	/** @param place of the item among all of the execution, from 1 */
	constructor(
		private readonly json: IDataObject,
		place: number,
	) {
		const rowNumber = Number(json.row_number) || undefined;
		this.isNumbered = rowNumber !== undefined;
		this.number = rowNumber ?? place;
	}

	/** ` (Sari Dewi)`: the first text in a column named like a name; `''` without one. */
	get name(): string {
		for (const [column, value] of Object.entries(this.json)) {
			if (typeof value !== 'string' || column.length > LONGEST_NAME) continue;
			const letters = column
				.normalize('NFKD')
				.toLowerCase()
				.replace(/[^\p{L}]/gu, '');
			const name = oneLine(value, LONGEST_NAME);
			if (/\p{L}/u.test(name) && NAME_COLUMN.test(letters)) return ` (${name})`;
		}
		return '';
	}

	/** `Row 9 (Sari Dewi)`, or `Item 8` */
	toString(): string {
		return `${this.isNumbered ? 'Row' : 'Item'} ${this.number}${this.name}`;
	}
}
