import { setTimeout as pause } from 'node:timers/promises';

/** Waits for what no page shows; jest's own time-out ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await isSo())) await pause(100);
}
