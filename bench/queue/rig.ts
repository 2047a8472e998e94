import { randomUUID } from 'node:crypto';
import type { Credential } from '../../sandbox/n8n/api-types';
import type { Shutdown } from '../../sandbox/n8n/shutdown';
import { startSandbox, type Sandbox } from '../../sandbox/service';
import { startCluster } from './cluster/cluster';
import type { Rig } from './loads/measure';
import { startCountingService } from './servers/counting';
import type { Programs } from './servers/debian';
import { startPostgres } from './servers/postgres';
import { startRedis } from './servers/redis';

/** Milliseconds that the service takes to answer, while throughput is measured. */
const LATENCY = 50;

/** Starts everything but workers; `shutdown` ends it, last first. */
export async function startRig(
	programs: Programs,
	folder: string,
	shutdown: Pick<Shutdown, 'add'>,
): Promise<{ rig: Rig; sandbox: Sandbox; credential: Credential }> {
	const apiKey = randomUUID();
	const service = await startCountingService(apiKey);
	service.latency = LATENCY;
	await shutdown.add(() => service.close());
	const sandbox = await startSandbox();
	await shutdown.add(() => sandbox.close());
	const database = await startPostgres(programs.postgres, folder);
	await shutdown.add(() => database.stop());
	const queue = await startRedis(programs.redis, folder);
	await shutdown.add(() => queue.stop());
	const cluster = await startCluster(folder, database, queue, (stop) => void shutdown.add(stop));
	const credential = await cluster.api.createCredential({
		name: 'Counting service',
		type: 'whatsAppSenderApi',
		data: { apiKey, baseUrl: service.url },
	});
	return { rig: { cluster, database, queue, service }, sandbox, credential };
}
