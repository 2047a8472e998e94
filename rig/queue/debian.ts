import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const VERSIONS = '/usr/lib/postgresql';

/** Where Debian's packages put PostgreSQL and Redis. */
export interface Programs {
	/** folder of `initdb`, `postgres` and `psql`, which Debian keeps off the PATH */
	postgres: string;
	redis: string;
}

/** @throws an error that says how to install what is missing */
export function findPrograms(): Programs {
	const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
	const newest = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => path.join(VERSIONS, version, 'bin'));
	const postgres = newest.find((folder) => existsSync(path.join(folder, 'initdb')));
	const redis = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((file) =>
		existsSync(file),
	);
	if (postgres && redis) return { postgres, redis };
	const missing = [!postgres && 'PostgreSQL', !redis && 'Redis'].filter(Boolean).join(' and ');
	throw new Error(
		`${missing} not found. On Debian and Ubuntu:\n  sudo apt-get install -y postgresql redis-server`,
	);
}
