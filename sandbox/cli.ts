import { parseArgs } from 'node:util';
import { faultNumbers } from './faults';
import { startSandbox } from './index';

const HELP = `Starts a sandbox of the messaging service on this machine. Nothing is sent to anyone.

  npm run sandbox -- [options]

  --port <number>      default 8089
  --help               show this help
`;

const faultTable = faultNumbers.map(({ phone, does }) => `  ${phone}  ${does}`).join('\n');

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8089' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(`${HELP}\nTest numbers:\n\n${faultTable}`);
		return;
	}
	const sandbox = await startSandbox({ port: Number(values.port) });
	console.log(`
See messages at   ${sandbox.url}/

Enter in the n8n credential:
  Base URL   ${sandbox.url}
  API Key    ${sandbox.apiKey}

Test numbers, which always fail (all others are accepted):

${faultTable}

Press Ctrl+C to stop.`);
}

main().catch((error: NodeJS.ErrnoException) => {
	const isInUse = error.code === 'EADDRINUSE';
	console.error(isInUse ? 'This port is in use: choose another one with --port' : error.message);
	process.exitCode = 1;
});
