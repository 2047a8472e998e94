import type { IDataObject } from 'n8n-workflow';
import { namesPerson } from '../values/columns';
import { oneLine } from '../values/input';

const LONGEST_NAME = 40;
/** Columns that are looked at for a name. A stranger's JSON may have any number of them. */
const MOST_COLUMNS = 1000;

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
		for (const column of Object.keys(this.json).slice(0, MOST_COLUMNS)) {
			const value = this.json[column];
			const name = typeof value === 'string' ? oneLine(value, LONGEST_NAME) : '';
			if (/\p{L}/u.test(name) && namesPerson(column)) return ` (${name})`;
		}
		return '';
	}

	/** `Row 9 (Sari Dewi)`, or `Item 8` */
	toString(): string {
		return `${this.isNumbered ? 'Row' : 'Item'} ${this.number}${this.name}`;
	}
}
