import { parseArgs } from 'node:util';
import { faultNumbers, startSandbox } from './index';

/** `npm run sandbox`: a sandbox of the messaging service on this machine. Nothing is sent to anyone. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { port: { type: 'string', default: '8089' } } });
	const sandbox = await startSandbox({ port: Number(values.port) });
	console.log(`
See messages at   ${sandbox.url}/

Enter in the n8n credential:
  Base URL   ${sandbox.url}
  API Key    ${sandbox.apiKey}

Test numbers, which always fail (all others are accepted):

${faultNumbers.map(({ phone, does }) => `  ${phone}  ${does}`).join('\n')}

Press Ctrl+C to stop.`);
}

main().catch((error: NodeJS.ErrnoException) => {
	const isInUse = error.code === 'EADDRINUSE';
	console.error(isInUse ? 'This port is in use: choose another one with --port' : error.message);
	process.exitCode = 1;
});
