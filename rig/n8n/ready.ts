import { setTimeout as pause } from 'node:timers/promises';

/** What answers once a process can work. Of the main one, readiness tells of the database only: the routes come later. */
export const READY_PATHS = {
	start: ['/healthz/readiness', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

/** @returns a problem, or undefined once n8n serves requests */
export async function untilReady(
	urls: string[],
	deadline: number,
	over: AbortSignal,
): Promise<string | undefined> {
	while (Date.now() < deadline && !over.aborted) {
		if ((await Promise.all(urls.map(answers))).every(Boolean)) return undefined;
		await pause(150, undefined, { ref: false });
	}
	return 'n8n was not ready in time';
}

async function answers(url: string): Promise<boolean> {
	return await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
		(response) => response.ok && (response.headers.get('content-type') ?? '').includes('json'),
		() => false,
	);
}
