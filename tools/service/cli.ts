import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { input, password, select } from '@inquirer/prompts';
import { Command } from 'commander';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { check, type Sending } from './check';

const FILE = 'check-service.md';
/** One page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';
const KEY = { message: 'API key (not shown):', toggleMask: false };

const { url, phone, mediaUrl } = new Command('npm run check:service --')
	.description('Finds out whether the node works with your service. Only reads, but for --phone.')
	.requiredOption('--url <address>', 'Base URL of your service')
	.option('--phone <number>', 'also send five messages to this number, which is your own')
	.option('--media-url <address>', 'the file that is sent', MEDIA_URL)
	.addHelpText('after', '\nThe API key is asked for, or taken from the environment (API_KEY).')
	.addHelpText('after', 'Exit code: 0 works, 1 not this interface, 2 could not be found out.')
	.exitOverride(({ exitCode }) => process.exit(exitCode && 2))
	.parse()
	.opts<{ url: string; phone?: string; mediaUrl: string }>();

/** The number to send to, once the person has agreed. */
async function sendingTo(number: string): Promise<Sending> {
	const message = `Type "send" to send five messages to ${number}:`;
	if ((await input({ message })).trim() !== 'send') throw new Error('Nothing was sent.');
	const choose: Sending['choose'] = async (question, choices) =>
		await select({ message: question, choices: [...choices] });
	return { phone: number, mediaUrl, choose };
}

async function main(): Promise<void> {
	const baseUrl = normalizeBaseUrl(url);
	const sending = phone ? await sendingTo(normalizePhone(phone)) : undefined;
	const apiKey = process.env.API_KEY ?? (await password(KEY));
	const surroundings = { say: console.log, now: Date.now, sleep };
	const { screen, file, exitCode } = await check({ apiKey, baseUrl }, surroundings, sending);
	await writeFile(FILE, file);
	console.log(`\n${FILE} has this for an issue, without key, numbers and names:\n${screen}`);
	process.exitCode = exitCode;
}

main().catch(({ name, message }: Error) => {
	// Ctrl+C has said enough.
	if (name !== 'ExitPromptError') console.error(message);
	process.exitCode = 2;
});
