import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs a curl command in bash. Where the machine has no curl, bash only splits it into words, and they are read here. */
export async function runCurl(command: string, folder: string, apiKey: string): Promise<void> {
	const env = { ...process.env, API_KEY: apiKey };
	const standIn = hasCurl ? '' : 'curl() { printf \'%s\\0\' "$@"; }\n';
	const { stdout } = await promisify(execFile)('bash', ['-c', standIn + command], {
		cwd: folder,
		env,
	});
	if (!hasCurl) await request(stdout.split('\0').slice(0, -1), folder);
}

/** What curl does with the few options that the page writes. */
async function request(words: string[], folder: string): Promise<void> {
	const url = words.shift() as string;
	const headers = new Headers();
	const form = new FormData();
	let body: string | undefined;
	for (let place = 0; place < words.length; place += 2) {
		const [option, value] = words.slice(place, place + 2);
		const [, name, rest] = /^([^=]*)=([^]*)$/.exec(value) ?? [];
		if (option === '-H') headers.append(...(value.split(': ') as [string, string]));
		else if (option === '--data-raw') body = value;
		else if (option === '--form-string') form.append(name, rest);
		else if (option === '-F') form.append(name, await fileOf(rest, folder));
		else throw new Error(`${option} is not known here`);
	}
	const isForm = [...form.keys()].length > 0;
	await fetch(
		url,
		isForm || body !== undefined
			? { method: 'POST', headers, body: isForm ? form : body }
			: { headers },
	);
}

async function fileOf(part: string, folder: string): Promise<File> {
	const [, name, type] = /^@"([^]*)";type=(.*)$/.exec(part) as unknown as string[];
	return new File([await readFile(path.join(folder, name))], name, { type });
}
