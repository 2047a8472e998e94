import { normalizeApiKey } from '../../nodes/WhatsAppSender/service/authentication';
import { loadValidators } from '../../sandbox/validate';
import { clientFor, type Credential, type Surroundings } from './client';
import { readRows } from './readRows';
import { read } from './reads';
import { report, type Report } from './report';
import { send, type Choose } from './sends';

export interface Sending {
	/** The person's own number, in the service's format (§2.2). */
	phone: string;
	/** A file that the service can reach. */
	mediaUrl: string;
	choose: Choose;
}

/**
 * Finds out what the service does where its document leaves it open. Reads only, unless there is a number
 * to send to, and reading has shown that it is the interface.
 *
 * @throws InputError for a key or an address that the node refuses
 */
export async function check(
	credential: Credential,
	surroundings: Surroundings,
	sending?: Sending,
): Promise<Report> {
	const client = clientFor(credential, surroundings);
	const rows = readRows(await read(client), await loadValidators());
	const isReadable = rows.every(({ level }) => level === 'works' || level === 'mind');
	if (sending && isReadable) {
		const { choose, phone, mediaUrl } = sending;
		rows.push(...(await send(client, choose, phone, mediaUrl)));
	}
	const secrets = [normalizeApiKey(credential.apiKey), sending?.phone ?? ''];
	return report(rows, secrets, Boolean(sending));
}
