import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE = 15_000;

/** Waits until a page has it so. @throws what `expect` says of the last look, where it never is */
export async function becomes<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
	const deadline = Date.now() + PATIENCE;
	while (Date.now() < deadline) {
		if (JSON.stringify(await read()) === JSON.stringify(wanted)) return;
		await pause(50);
	}
	expect(await read()).toEqual(wanted);
}
