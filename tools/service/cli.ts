import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { check, type Sending } from './check';

const FILE = 'check-service.md';
/** One page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
const HELP = `API_KEY=… npm run check:service -- --url <address> [--phone <number>] [--media-url <address>]

Finds out whether the node works with your service. The API key comes from the environment (API_KEY).
Only reads, but for --phone, which also sends five messages to this number: use your own.
Exit code: 0 works, 1 not this interface, 2 could not be found out.`;

/** Sends once the person has agreed, and asks what arrived. */
async function sendingTo(phone: string, mediaUrl: string): Promise<Sending> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await terminal.question(`Type "send" to send five messages to ${phone}: `);
	if (answer.trim() !== 'send') throw new Error('Nothing was sent.');
	const choose: Sending['choose'] = async (question, choices) => {
		const lines = choices.map((choice, index) => `  ${index + 1}. ${choice}`);
		const number = await terminal.question(`${[question, ...lines].join('\n')}\nNumber: `);
		return choices[Number(number) - 1] ?? (await choose(question, choices));
	};
	return { phone, mediaUrl, choose };
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const options = { url: text, phone: text, 'media-url': text };
	const { url, phone, 'media-url': mediaUrl = MEDIA_URL } = parseArgs({ options }).values;
	const { API_KEY: apiKey } = process.env;
	if (!url || !apiKey) throw new Error(HELP);
	const baseUrl = normalizeBaseUrl(url);
	const sending = phone ? await sendingTo(normalizePhone(phone), mediaUrl) : undefined;
	const surroundings = { say: console.log, now: Date.now, sleep };
	const report = await check({ apiKey, baseUrl }, surroundings, sending);
	await writeFile(FILE, report.text);
	console.log(`\n${FILE} has this for an issue, without key, numbers and names:\n\n${report.text}`);
	process.exit(report.exitCode);
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exit(2);
});
