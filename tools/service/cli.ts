import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { input, password, select } from '@inquirer/prompts';
import { Command } from 'commander';
import { normalizeBaseUrl } from '../../nodes/WhatsAppSender/service/baseUrl';
import { normalizePhone } from '../../nodes/WhatsAppSender/values/phone';
import { check, type Sending } from './check';

const FILE = 'check-service.md';
/** A file of one page that anybody may fetch. */
const MEDIA_URL = 'https://www.w3.org/WAI/ER/tests/xhtml/testfiles/resources/pdf/dummy.pdf';

interface Options {
	url: string;
	phone?: string;
	mediaUrl: string;
}

const command = new Command('npm run check:service --')
	.description(
		'Finds out whether the node works with your service. Only reads, unless --phone is given.',
	)
	.requiredOption('--url <address>', 'Base URL of your service')
	.option('--phone <number>', 'your own WhatsApp number, to which five messages are sent')
	.option('--media-url <address>', 'the file that is sent', MEDIA_URL)
	.addHelpText(
		'after',
		`
The API key is asked for, or read from the environment variable API_KEY.
Exit code: 0 works, 1 not this interface, 2 could not be found out.`,
	);

/** The number, once the person has agreed to send to it. */
async function sendingTo({ phone: entered, mediaUrl }: Options): Promise<Sending | undefined> {
	if (!entered) return undefined;
	const phone = normalizePhone(entered);
	const word = await input({ message: `Type "send" to send five messages to ${phone}:` });
	if (word.trim() !== 'send') throw new Error('Nothing was sent.');
	const choose = async (message: string, choices: readonly string[]) =>
		await select({ message, choices: [...choices] });
	return { phone, mediaUrl, person: { choose } };
}

async function main(): Promise<void> {
	const options = command.parse().opts<Options>();
	const baseUrl = normalizeBaseUrl(options.url);
	const sending = await sendingTo(options);
	const apiKey = process.env.API_KEY ?? (await password({ message: 'API key (not shown):' }));
	const say = (line: string) => console.log(line);
	const { screen, file, exitCode } = await check(
		{ apiKey, baseUrl },
		{ say, now: () => Date.now(), sleep: async (ms) => await sleep(ms) },
		sending,
	);
	await writeFile(FILE, file);
	console.log(
		`\nTo hand this on, paste ${FILE} into an issue. It has no key, number or name in it.\n`,
	);
	console.log(screen);
	process.exitCode = exitCode;
}

main().catch((error: Error) => {
	// Ctrl+C has said enough.
	if (error.name !== 'ExitPromptError') console.error(error.message);
	process.exitCode = 2;
});
