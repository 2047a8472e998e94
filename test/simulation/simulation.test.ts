import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');
/** A change fails by itself, not by luck: the long form, which runs every night, draws new ones. */
const seed = process.env.LONG ? String(Date.now() % 2 ** 31) : '7';
const count = process.env.LONG ? 20_000 : process.env.CI ? 2000 : 300;

/** The last line of a simulation, without its time. */
async function simulate(from: string, broadcasts: number): Promise<string> {
	const file = path.join(tmpdir(), `simulation-${from}.txt`);
	const command = ['test/simulation/simulate.ts', '--count', String(broadcasts)];
	const { stdout } = await run(
		process.execPath,
		['--import', 'tsx', ...command, '--seed', from, '--file', file],
		{ cwd: root, maxBuffer: 2 ** 26 },
	).catch((error) => error);
	const last = stdout.trimEnd().split('\n').at(-1);
	if (!last.includes(' 0 violations')) throw new Error(stdout);
	return last.replace(/, [\d.]+ s$/, '');
}

test(
	'what the node reports, what the service took and what the contract says agree',
	async () => void (await simulate(seed, count)),
	6 * 3_600_000,
);

test('a seed has the same books each time', async () => {
	expect(await simulate('1', 30)).toBe(await simulate('1', 30));
}, 600_000);
