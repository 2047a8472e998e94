import { isObject } from '../../values/checks';

/** A value of an entry that is neither an object nor an array. */
export interface Leaf {
	/** Names of its column and of those around it; `''` for an entry that is a value alone. */
	column: string;
	value: unknown;
}

/** Levels of an entry that are looked at. */
const DEEPEST = 10;

/** All values of an entry, at all levels. Of an item of n8n, those of its JSON. */
export function leavesOf(entry: unknown): Leaf[] {
	const leaves: Leaf[] = [];
	const collect = (value: unknown, column: string, level: number) => {
		if (typeof value !== 'object' || value === null) {
			leaves.push({ column, value });
		} else if (level < DEEPEST) {
			const nameOf = (key: string) => (Array.isArray(value) ? column : `${column} ${key}`.trim());
			for (const key in value) collect((value as never)[key], nameOf(key), level + 1);
		}
	};
	collect(isObject(entry) ? (entry.json ?? entry) : entry, '', 0);
	return leaves;
}

const PHONE_WORDS = ['phone', 'mobile', 'cell', 'tel', 'whatsapp', 'wa', 'hp', 'sms'];

/** Whether a word of a column's name is one for a phone: `Mobile Phone Number`, `no_wa`, `phoneNumber`. */
export function namesPhone(column: string): boolean {
	// `WhatsApp` is a word as it is.
	const words = `${column} ${column.replace(/([a-z])(?=[A-Z])/g, '$1 ')}`;
	return words.split(/[^\p{L}]+/u).some((word) => PHONE_WORDS.includes(word.toLowerCase()));
}
