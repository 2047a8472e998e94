import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/** A clock that n8n, its database and its timers go by. It runs on from every time that it is set to. */
export interface Clock {
	/** Settings for the processes that go by it. */
	env: Record<string, string>;
	/** Takes effect within a second: timers that are due by then fire. */
	set(time: Date): Promise<void>;
}

/** @throws where Debian's libfaketime is not installed */
export async function startClock(stops: AsyncDisposableStack): Promise<Clock> {
	const [library] = globSync(LIBRARY);
	if (!library) throw new Error('libfaketime is not installed. Run .ci/packages');
	const folder = await mkdtemp(path.join(tmpdir(), 'whatsapp-sender-clock-'));
	stops.defer(async () => await rm(folder, { recursive: true, force: true }));
	const file = path.join(folder, 'offset');
	return {
		env: {
			LD_PRELOAD: library,
			FAKETIME_TIMESTAMP_FILE: file,
			// Seconds for which it does not read the file again.
			FAKETIME_CACHE_DURATION: '1',
		},
		async set(time) {
			const seconds = (time.getTime() - Date.now()) / 1000;
			await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}`);
		},
	};
}
