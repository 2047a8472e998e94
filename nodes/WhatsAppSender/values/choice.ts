import { InputError } from '../errors/inputError';
import { asText, kindOf, quoted } from '../errors/words';

/**
 * One of the choices of a field, which an expression may have given anything.
 *
 * @throws InputError where it is none of them
 */
export function oneOf<T extends string>(choices: readonly T[], field: string, value: unknown): T {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined) {
		throw new InputError(
			`${field} ${quoted(value)} is not supported: use ${choices.join(', ').replace(/, (\w+)$/, ' or $1')}`,
		);
	}
	return chosen;
}

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
