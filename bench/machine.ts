import { readFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { lineFolder } from '../rig/n8n/folders';

/** Looks at the machine before a measurement. @returns what says afterwards when and where it was taken */
export async function machineFacts(): Promise<() => string> {
	const file = path.join(lineFolder('2.x'), 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const [load] = loadavg();
	const begun = Date.now();
	return () => {
		const minutes = Math.ceil((Date.now() - begun) / 60_000);
		return [
			`Measured on ${new Date(begun).toISOString().slice(0, 10)} in ${minutes} minutes with n8n ${version} and`,
			`Node.js ${process.versions.node}, everything on one machine: ${cpus().length} cores (${model.trim()}), ${memory} GB.`,
			`Its load average just before was ${load.toFixed(1)}${load > 0.5 ? ': it was busy with other work' : ''}.`,
		].join('\n');
	};
}
