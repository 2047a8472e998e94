import { sleep } from 'n8n-workflow';

/** How long work of many steps may hold up n8n's other work. */
const LONGEST_BLOCK_MS = 5;

/** Lets n8n do other work, once some time has passed since it last could. Call it at each step. */
export function breather(): () => Promise<void> {
	let last = Date.now();
	return async () => {
		if (Date.now() - last <= LONGEST_BLOCK_MS) return;
		await sleep(0);
		last = Date.now();
	};
}
