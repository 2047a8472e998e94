import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/service';
import { normalizeCountryCode, normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { version } from '../../package.json';
import { clientFor, type Credential, type Level, type Row } from './client';
import { read } from './reads';
import { send } from './sends';

const FILE = 'check-service.md';
const HELP = `API_KEY=… npm run check:service -- --url <address> [--phone <number> [--country <code>]]

Checks whether the node works with your service. The API key comes from API_KEY.
Only reads, unless you add --phone, which sends five messages to this number: use your own. If it has no country code,
add --country, e.g. --phone 0812… --country 62
Exit code: 0 works, 1 another API, 2 not known.`;

/**
 * Checks points that the service's API leaves open. It sends messages only to a given number, and only if reading worked.
 *
 * @param before is called before each request
 * @param phone in the service's format (§2.2)
 * @returns text for the terminal and an issue, which ends with the verdict; the exit code
 * @throws InputError for a key or an address that the node refuses
 */
export async function check(
	credential: Credential,
	before: (request: string) => Promise<void>,
	phone = '',
) {
	const client = clientFor(credential, before);
	const rows = await read(client);
	const isReadable = rows.every(([, level]) => level === 'works' || level === 'needsSetting');
	if (phone && isReadable) rows.push(...(await send(client, phone)));
	const [exitCode, verdict] = verdictOf(rows, phone);
	const checked = `Checked with WhatsApp Sender ${version}, Node.js ${process.versions.node}`;
	const lines = rows.map(([point, , seen, means]) => `- ${point}: ${seen} → ${means || 'works'}`);
	return { text: [checked, '', ...lines, '', verdict, ''].join('\n'), exitCode };
}

/** The exit code (see HELP), and a sentence. */
function verdictOf(rows: Row[], phone: string): [exitCode: number, verdict: string] {
	const meaningsOf = (wanted: Level) =>
		rows.filter(([, level]) => level === wanted).map(([, , , meaning]) => meaning);
	const [[other], [unknown]] = [meaningsOf('otherApi'), meaningsOf('unknown')];
	if (other) return [1, `Another API: ${other}.`];
	if (unknown) return [2, `Not known: ${unknown}.`];
	const works = phone
		? 'Works, if the messages arrived as the lines above say'
		: 'Reading works (add --phone to try sending)';
	const settings = [...new Set(meaningsOf('needsSetting'))].join('; ');
	return [0, settings ? `${works}, with these settings: ${settings}.` : `${works}.`];
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const options = { url: text, phone: text, country: text };
	const { url, phone, country } = parseArgs({ options }).values;
	const { API_KEY: apiKey } = process.env;
	if (!url || !apiKey) throw new Error(HELP);
	const baseUrl = normalizeBaseUrl(url);
	const number = phone && normalizePhone(phone, normalizeCountryCode(country));
	if (number) {
		const terminal = createInterface({ input: process.stdin, output: process.stdout });
		const answer = await terminal.question(`Type "send" to send five messages to ${number}: `);
		if (answer.trim() !== 'send') throw new Error('Nothing was sent.');
	}
	const before = async (request: string) => {
		console.log(request);
		await pause(1000);
	};
	const report = await check({ apiKey, baseUrl }, before, number);
	await writeFile(FILE, report.text);
	console.log(
		`\n${FILE} contains this report for an issue, without key, numbers and names:\n\n${report.text}`,
	);
	process.exit(report.exitCode);
}

if (require.main === module)
	main().catch(({ message }: Error) => {
		console.error(message);
		process.exit(2);
	});
