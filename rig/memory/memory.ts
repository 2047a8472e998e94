import { readFile } from 'node:fs/promises';

/** What a process, without its children, has in memory now; bytes. */
export async function residentMemory(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
		throw new Error(`No memory figures for process ${pid}: it has ended, or this is not Linux.`);
	});
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
