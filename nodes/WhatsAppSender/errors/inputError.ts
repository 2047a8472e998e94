/**
 * A value that cannot be sent, found before anything of its item is sent.
 * `message` names the field, the value and the fix; `description` adds what else the user can do.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}
