import { globSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1';

export type Clock = Awaited<ReturnType<typeof startClock>>;

/** A clock that n8n, its database and its timers go by. It runs on from every time that it is set to. */
export async function startClock(stops: AsyncDisposableStack) {
	const [library] = globSync(LIBRARY);
	if (!library) throw new Error('libfaketime is not installed. Run .ci/packages');
	const folder = stops.use(await mkdtempDisposable(path.join(tmpdir(), 'whatsapp-sender-clock-')));
	const file = path.join(folder.path, 'offset');
	return {
		/** Settings for the processes that go by it. */
		env: {
			LD_PRELOAD: library,
			FAKETIME_TIMESTAMP_FILE: file,
			// Seconds for which it does not read the file again.
			FAKETIME_CACHE_DURATION: '1',
		},
		/** Takes effect within a second: timers that are due by then fire. */
		async set(time: Date): Promise<void> {
			const seconds = (time.getTime() - Date.now()) / 1000;
			await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}`);
		},
	};
}
