import { version } from '../../package.json';
import { clientFor, type Credential } from './client';
import { read } from './reads';
import type { Row } from './rows';
import { send } from './sends';

/**
 * Finds out what the service does where its document leaves it open. Reads only, unless there is a number
 * to send to, and reading has shown that it is the interface.
 *
 * @param say gets a line for each request
 * @param phone the person's own, in the service's format (§2.2)
 * @param pace milliseconds before each request
 * @returns rows; their text for a terminal and an issue, which ends with the verdict; the exit code
 * @throws InputError for a key or an address that the node refuses
 */
export async function check(
	credential: Credential,
	say: (line: string) => void,
	phone = '',
	pace = 1000,
) {
	const client = clientFor(credential, say, pace);
	const rows = await read(client);
	const isReadable = rows.every(({ level }) => level === 'works' || level === 'mind');
	if (phone && isReadable) rows.push(...(await send(client, phone)));
	const [exitCode, verdict] = verdictOf(rows, phone);
	const checked = `Checked with WhatsApp Sender ${version}, Node.js ${process.versions.node}`;
	const lines = rows.map(({ point, seen, means }) => `- ${point}: ${seen} → ${means}`);
	return { rows, verdict, text: [checked, '', ...lines, '', verdict, ''].join('\n'), exitCode };
}

/** @returns 0: works, 1: not this interface, 2: could not be found out; and a sentence */
function verdictOf(rows: Row[], phone: string): [exitCode: number, verdict: string] {
	const meaning = (of: Row['level']) =>
		rows.filter(({ level }) => level === of).map(({ means }) => means);
	const [[notThis], [unknown]] = [meaning('other'), meaning('open')];
	if (notThis) return [1, `Not this interface: ${notThis}.`];
	if (unknown) return [2, `Could not be found out: ${unknown}.`];
	const works = phone
		? 'Works, if the messages arrived as the lines above say'
		: 'Works, as far as reading shows (add --phone to try sending)';
	const settings = [...new Set(meaning('mind'))].join('; ');
	return [0, settings ? `${works}, with these settings: ${settings}.` : `${works}.`];
}
