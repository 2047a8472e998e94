import { LINES, type N8nLine } from '../n8n/folders';
import { installN8n } from '../n8n/install';

/** `npm run install:n8n -- [2.x] [1.x]`: installs these lines of n8n, or both, unless they are installed. */
async function main(wanted: string[]): Promise<void> {
	const lines = wanted.length > 0 ? (wanted as N8nLine[]) : LINES;
	for (const line of lines) await installN8n(line);
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exit(1);
});
