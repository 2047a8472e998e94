import { parseArgs } from 'node:util';
import { faultNumbers } from './faults';
import { startSandbox, type Sandbox, type SandboxOptions } from './index';

const HELP = `Starts a sandbox of the messaging service on this machine. Nothing is sent to anyone.

  npm run sandbox -- [options]

  --port <number>      default 8089, or the next free port
  --host <address>     default 127.0.0.1
  --api-key <text>     default sandbox-key
  --bare               respond with "OK" and arrays instead of the envelope
  --latency <ms>       delay each response
  --help               show this help
`;

const PORTS_TRIED = 50;

function readOptions(): (SandboxOptions & { port: number }) | undefined {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8089' },
			host: { type: 'string', default: '127.0.0.1' },
			'api-key': { type: 'string', default: 'sandbox-key' },
			bare: { type: 'boolean', default: false },
			latency: { type: 'string', default: '0' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		port: wholeNumber('--port', values.port, 65_535),
		host: values.host,
		apiKey: values['api-key'],
		form: values.bare ? 'bare' : 'envelope',
		latency: wholeNumber('--latency', values.latency, 3_600_000),
	};
}

function wholeNumber(option: string, text: string, largest: number): number {
	if (/^\d+$/.test(text) && Number(text) <= largest) return Number(text);
	throw new Error(`${option} must be a whole number up to ${largest}, not "${text}"`);
}

async function startOnFreePort(options: SandboxOptions & { port: number }): Promise<Sandbox> {
	for (let port = options.port; ; port++) {
		try {
			return await startSandbox({ ...options, port });
		} catch (error) {
			const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
			if (!isTaken || port >= options.port + PORTS_TRIED || port >= 65_535) throw error;
			console.log(`Port ${port} is in use, trying ${port + 1}`);
		}
	}
}

function faultTable(): string {
	return faultNumbers.map(({ phone, does }) => `  ${phone}  ${does}`).join('\n');
}

async function main(): Promise<void> {
	const options = readOptions();
	if (!options) {
		console.log(`${HELP}\nTest numbers:\n\n${faultTable()}`);
		return;
	}
	const sandbox = await startOnFreePort(options);
	console.log(`
See messages at   ${sandbox.url}/

Enter in the n8n credential:
  Base URL   ${sandbox.url}
  API Key    ${sandbox.apiKey}

Test numbers, which always fail (all others are accepted):

${faultTable()}

Press Ctrl+C to stop.`);
	const end = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
