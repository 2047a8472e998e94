import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { lineFolder } from '../../../rig/n8n/folders';
import type { Programs } from '../../../rig/queue/debian';

/** On what the figures were measured. */
export function machineFacts({ postgres, redis }: Programs, minutes: number): string {
	const version = (file: string) =>
		/\d+(\.\d+)+/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[0];
	const n8n = path.join(lineFolder('2.x'), 'node_modules', 'n8n', 'package.json');
	const programs = [
		`n8n ${(JSON.parse(readFileSync(n8n, 'utf8')) as { version: string }).version}`,
		`PostgreSQL ${version(path.join(postgres, 'postgres'))}`,
		`Redis ${version(redis)}`,
		`Node ${process.versions.node}`,
	];
	const memory = Math.round(totalmem() / 1024 ** 3);
	return [
		`Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench:queue\` (${minutes.toFixed(0)} minutes) with`,
		`${programs.join(', ')}, everything on one machine: ${cpus().length} cores (${cpus()[0].model.trim()}), ${memory} GB.`,
	].join('\n');
}
