import { InputError } from '../errors/nodeErrors';
import { quoted, requiredId } from './checks';

const CHOOSE = 'choose a group, or enter the phone that Get List Contacts returns for it';
const A_PERSON = 'is a person: set Send To to Phone Number';

/** What is no ID of a group; the first row that fits. As a group, a person would pass Never Send To. */
const NO_GROUP: Array<[pattern: RegExp, problem: string]> = [
	[/\s/, `contains spaces: ${CHOOSE}`],
	[/@(?:s\.whatsapp\.net|c\.us)$|^(?:\+?(?:[-./()]*\d){8,15}[)./-]*)$/i, A_PERSON],
	[/@(?:hosted\.)?lid$|@hosted$|^[a-z]{2}\.\d+$/i, `${A_PERSON}, and enter the phone number`],
	[/@(?:broadcast|newsletter)$/i, `is a channel or a broadcast list, not a group: ${CHOOSE}`],
	[/:\/\/|^(?:www|wa\.me|chat\.whatsapp\.com)\b/i, `is a link, not an ID: ${CHOOSE}`],
	[/[,;]/, 'contains a comma: enter one group per item'],
];

/**
 * The ID of a group, whose form nobody documents: only trimmed.
 *
 * @throws InputError where it is empty, no text, a number that has lost digits, or no group's
 */
export function normalizeGroupId(written: unknown): string {
	const id = requiredId('Group ID', written, CHOOSE);
	const problem = NO_GROUP.find(([pattern]) => pattern.test(id))?.[1];
	if (problem) throw new InputError(`Group ID ${quoted(id)} ${problem}`);
	return id;
}
