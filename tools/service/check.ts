import { normalizeApiKey } from '../../nodes/WhatsAppSender/service/authentication';
import { loadValidators } from '../../sandbox/validate';
import { Client, type Credential, type Surroundings } from './client';
import { read } from './reads';
import { readPoints } from './readPoints';
import { report, type Report } from './report';
import { rowsOf } from './rows';
import { sendPoints } from './sendPoints';
import { send, type Person } from './sends';

/** The person's own number, and a file that the service can reach. */
export interface Sending {
	/** In the service's format (§2.2). */
	phone: string;
	mediaUrl: string;
	person: Person;
}

/**
 * Finds out what the service does where its document leaves it open. Reads only, unless there is a number
 * to send to; sends to nobody where reading has shown that it is not the interface.
 *
 * @throws InputError for a key or an address that the node refuses
 */
export async function check(
	credential: Credential,
	surroundings: Surroundings,
	sending?: Sending,
): Promise<Report> {
	const client = new Client(credential, surroundings);
	const secrets = [normalizeApiKey(credential.apiKey), ...(sending ? [sending.phone] : [])];
	const rows = rowsOf(readPoints(await loadValidators()), await read(client));
	if (!sending || rows.some(({ level }) => level === 'other' || level === 'open'))
		return report(rows, secrets, false);
	const { person, phone, mediaUrl } = sending;
	rows.push(...rowsOf(sendPoints, await send(client, person, phone, mediaUrl)));
	return report(rows, secrets, true);
}
