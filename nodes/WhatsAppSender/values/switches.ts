import { InputError } from '../errors/inputError';
import { asText, kindOf, quoted } from '../errors/words';

const YES = ['true', '1'];
const NO = ['false', '', '0'];

/**
 * A switch of the form, which an expression may have given another type.
 *
 * @throws InputError where it is neither yes nor no
 */
export function isOn(field: string, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const text = (value === undefined || value === null ? '' : asText(value))?.trim().toLowerCase();
	if (text !== undefined && YES.includes(text)) return true;
	if (text !== undefined && NO.includes(text)) return false;
	const given = text === undefined ? `is ${kindOf(value)}, which is` : `${quoted(value)} is`;
	throw new InputError(`${field} ${given} neither true nor false: use true or false`);
}
