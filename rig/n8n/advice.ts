type Advice = [pattern: RegExp, advice: string];

/** What goes wrong on people's machines, by what the system says of it, and what to do about it. */
const MACHINE: Advice[] = [
	[
		/ENOSPC|SQLITE_FULL|database or disk is full/,
		'The disk is full: n8n needs about 2.5 GB. Make room, then start again.',
	],
	[/EDQUOT/, 'Your disk quota is used up: n8n needs about 2.5 GB. Make room, then start again.'],
	[/EROFS/, 'The disk is read-only: move the project to a folder that you can write to.'],
	[/EADDRINUSE/, 'Another program has just taken the port: start again.'],
	[
		/EACCES|EPERM/,
		'A file cannot be written: check the owner of this folder and of npm\'s cache ("npm config get cache"). The sandbox needs no sudo.',
	],
	[
		/heap out of memory|Cannot allocate memory|ENOMEM/,
		'There is not enough memory: n8n needs about 1 GB. Close other programs, then start again.',
	],
];

export const UNREACHABLE =
	'The npm registry cannot be reached: check the network (and the proxy, if there is one), then start again.';

const NPM: Advice[] = [
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/,
		UNREACHABLE,
	],
	[
		/SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED/,
		'The npm registry\'s certificate is not trusted here: set npm\'s "cafile" to the certificate of your network.',
	],
	[
		/E401|E403/,
		'The npm registry refuses access: check "npm config get registry" and your login there.',
	],
	[
		/ETARGET|E404/,
		'The npm registry does not have a version that is needed: check "npm config get registry".',
	],
	[/\bE5\d\d\b/, 'The npm registry has a problem of its own: start again in a few minutes.'],
	[
		/node-gyp|prebuild-install/,
		'sqlite3 could neither be downloaded nor compiled: allow access to github.com, or install Python and a C++ compiler.',
	],
];

/** @returns undefined for what is not known */
export function adviceOnMachine(text: string): string | undefined {
	return find(MACHINE, text);
}

/** @param output of npm, which has its own errors in addition to those of the machine */
export function adviceOnNpm(output: string): string | undefined {
	return find([...MACHINE, ...NPM], output);
}

function find(known: Advice[], text: string): string | undefined {
	return known.find(([pattern]) => pattern.test(text))?.[1];
}
