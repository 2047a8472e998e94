import { sleep } from 'n8n-workflow';

/** How long work of many steps may hold up n8n's other work. */
const LONGEST_BLOCK_MS = 5;

/** A function to call at each step of long work: lets n8n do other work that has waited. */
export function yielder(): () => Promise<void> {
	let last = Date.now();
	return async () => {
		if (Date.now() - last <= LONGEST_BLOCK_MS) return;
		await sleep(0);
		last = Date.now();
	};
}
