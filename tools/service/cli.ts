import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { normalizeCountryCode } from '../../nodes/WhatsAppSender/values/countryCode';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { check } from './check';

const FILE = 'check-service.md';
const HELP = `API_KEY=… npm run check:service -- --url <address> [--phone <number>] [--country <code>]

Finds out whether the node works with your service. The API key comes from the environment (API_KEY).
Only reads, but for --phone, which also sends five messages to this number: use your own. Its country
code is --country where the number has none, as Country Code of the credential: --phone 0812… --country 62
Exit code: 0 works, 1 not this interface, 2 could not be found out.`;

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
	const report = await check({ apiKey, baseUrl }, console.log, number);
	await writeFile(FILE, report.text);
	console.log(`\n${FILE} has this for an issue, without key, numbers and names:\n\n${report.text}`);
	process.exit(report.exitCode);
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exit(2);
});
