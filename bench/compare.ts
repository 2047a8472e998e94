// The processor time of a message, as a share of that of an earlier revision: `npx tsx bench/compare.ts <revision>`.
// Both run in turn in n8n's engine, in one process.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { INodeParameters } from 'n8n-workflow';
import { listening } from '../rig/n8n/ports';
import { people } from '../rig/workflows/call';
import { FIVE_OPTIONS, medianOf } from './measure';

/** A round takes the fastest of so many turns of each revision, because other processes disturb most of them. */
const [ROUNDS, TURNS, MESSAGES] = [11, 8, 50];

type Engine = typeof import('../test/engine/run');

/** Bundles a revision of the node and its credentials with today's engine of the tests. */
async function engineWith(revision: string, folder: string): Promise<Engine> {
	mkdirSync(folder);
	for (const name of ['test', 'rig', 'node_modules'])
		symlinkSync(path.resolve(name), path.join(folder, name));
	const archive = ['archive', revision, 'nodes', 'credentials'];
	const input = execFileSync('git', archive, { maxBuffer: Infinity });
	execFileSync('tar', ['-x', '-C', folder], { input });
	const outfile = path.join(folder, 'engine.js');
	const entryPoints = [path.join(folder, 'test/engine/run.ts')];
	const options = { bundle: true, packages: 'external', preserveSymlinks: true } as const;
	buildSync({ entryPoints, outfile, platform: 'node', ...options });
	return (await import(outfile)) as Engine;
}

/** Microseconds of the process, for some messages. */
async function cpuOf({ runWorkflow }: Engine, baseUrl: string, options: INodeParameters) {
	const message = { phone: '={{ $json.phone }}', text: '=Hello {{ $json.phone }}' };
	const begun = process.cpuUsage();
	const { error } = await runWorkflow({
		credentials: { whatsAppSenderApi: { apiKey: 'bench-key', baseUrl } },
		items: people(MESSAGES).map((json) => ({ json })),
		parameters: { resource: 'message', operation: 'sendText', ...message, options },
	});
	if (error) throw error;
	const { user, system } = process.cpuUsage(begun);
	return user + system;
}

async function compare(revision: string, baseUrl: string): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'compare-'));
	process.once('exit', () => rmSync(folder, { recursive: true }));
	const changed = execFileSync('git', ['stash', 'create'], { encoding: 'utf8' }).trim();
	const now = await engineWith(changed || 'HEAD', path.join(folder, 'now'));
	const before = await engineWith(revision, path.join(folder, 'before'));
	for (const [index, options] of [{}, FIVE_OPTIONS].entries()) {
		const shares: number[] = [];
		// The first round warms up.
		for (let round = 0; round <= ROUNDS; round++) {
			const times = new Map([now, before].map((engine) => [engine, Infinity]));
			for (let turn = 0; turn < TURNS; turn++) {
				for (const engine of turn % 2 ? [now, before] : [before, now]) {
					const time = await cpuOf(engine, baseUrl, options);
					times.set(engine, Math.min(times.get(engine)!, time));
				}
			}
			if (round > 0) shares.push(times.get(now)! / times.get(before)!);
		}
		const words = ['no options', 'five options'][index];
		console.log(`A message with ${words}: ${medianOf(shares).toFixed(2)} of ${revision}`);
	}
}

async function main(): Promise<void> {
	// The service has a process of its own, so that its time does not count.
	if (process.send) {
		const service = createServer((_, response) => response.end('OK'));
		process.send(`http://127.0.0.1:${await listening(service)}`);
		return;
	}
	const service = fork(__filename);
	const [url] = (await once(service, 'message')) as [string];
	await compare(process.argv[2], url).finally(() => service.kill());
}

void main();
