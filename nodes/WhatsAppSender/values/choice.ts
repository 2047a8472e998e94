import { InputError } from '../errors/inputError';
import { quoted } from '../errors/words';

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
