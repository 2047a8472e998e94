import { projectFolder } from '../../../rig/n8n/folders';
import { startDaemon } from '../../../rig/daemon';

/** `npm start` in a terminal of its own, once its box of first steps is there. */
export interface NpmStart {
	/** The numbered lines of the box: what to do, and with what. */
	steps: Array<[what: string, ...values: string[]]>;
	/** Everything that it has printed. */
	printed(): string;
	/** Presses Ctrl-C and waits for the end. */
	pressCtrlC(): Promise<void>;
}

const PATIENCE_MS = 240_000;

/** @throws with the end of what it printed when no box comes; nothing of it is left then */
export async function npmStart(args: string[]): Promise<NpmStart> {
	let printed = '';
	let stop = async () => {};
	const deadline = Date.now() + PATIENCE_MS;
	const npm = await startDaemon('npm', ['start', '--', ...args], {
		name: 'npm start',
		cwd: projectFolder,
		ownGroup: true,
		log: (text) => void (printed += text),
		onSpawn: (end) => (stop = end),
		ready: async () => {
			// In order, because n8n is in a group of its own, which nothing else would end.
			if (Date.now() > deadline) await stop();
			return printed.includes('┘');
		},
		patience: 2 * PATIENCE_MS,
	});
	return {
		steps: stepsIn(printed),
		printed: () => printed,
		async pressCtrlC() {
			// A terminal sends it to the whole group.
			process.kill(-npm.pid, 'SIGINT');
			await npm.ended;
		},
	};
}

/** Lines like `│ 3. Open the workflow  First message │`. */
function stepsIn(printed: string): NpmStart['steps'] {
	return [...printed.matchAll(/^│ \d\. (.*?) +│$/gm)].map(
		([, line]) => line.split(/ {2,}/) as [string, ...string[]],
	);
}
