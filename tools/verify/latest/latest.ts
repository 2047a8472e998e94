import { tryNewestN8n } from './newestN8n';
import { tryNewestTools } from './newestTools';

/**
 * `npm run verify:latest`: what a user meets who has the newest n8n 2.x, and a reviewer with the
 * newest tools. It reports, and fails only where it could not look: what n8n publishes today is no
 * fault of the code.
 */
async function lookAhead(): Promise<void> {
	const tell = (text: string) => console.log(`  ${text}`);
	const tools = await tryNewestTools(tell);
	const n8n = await tryNewestN8n(tell);
	console.log(["\nn8n's tools", ...tools, '\nn8n 2.x', ...n8n].join('\n'));
}

lookAhead().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(`verify:latest could not look: ${error.message}`);
		process.exit(1);
	},
);
