import type { IDataObject } from 'n8n-workflow';
import { isGroup, written, type Listed } from './people';
import type { Plan } from './plan';

/** Lists of an account for a node, the last one of nobody for all. */
export const NEVER = 'unsubscribed';
export const ONLY = 'team';
export const listFor = ({ node }: Plan, id: string) => `${id}-${node}`;
export const NOBODY = 'nobody';
/** One with an entry that may be anybody. */
export const UNREADABLE = 'unreadable';
export const NO_NUMBER = 'no number';

/** Numbers as the option has them; text without a number is refused. */
function enteredAs(form: string, numbers: Array<string | number>, nobodies: number): unknown {
	const objects = [
		...numbers.map((phone) => ({ phone })),
		...Array.from({ length: nobodies }, () => ({ name: 'Nobody' })),
	];
	if (form === 'objects') return objects;
	if (form === 'items') return objects.map((json) => ({ json }));
	if (form === 'array' || numbers.length === 0) return numbers;
	if (form === 'commas') return `${numbers.join(', ')},`;
	if (form === 'lines') return numbers.join('\r\n');
	return numbers.map((number) => String(number).replace(/[ -]/g, '')).join('  ');
}

/** What an option for a list has: its ID, or the numbers of who would be on it. */
export function listValue(plan: Plan, id: string, people: Listed[]): IDataObject {
	const { numbers: form, nobodies } = plan.limits!;
	if (!form) return { mode: 'id', value: listFor(plan, id) };
	// Among numbers, the end of its ID tells that it is a group.
	const numbers = people.map(({ person, way }) => written(person, isGroup(person) ? 1 : way));
	// Among those who are let through, an entry that is no number lets nobody through.
	const others = id === ONLY && form === 'array' ? [NO_NUMBER] : [];
	const value = enteredAs(form, [...numbers, ...others], nobodies) as IDataObject;
	return { mode: 'numbers', value };
}
