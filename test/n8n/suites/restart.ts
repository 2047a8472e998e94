import { setTimeout as pause } from 'node:timers/promises';
import { MemoryOverTime } from '../../../rig/memory';
import { answering } from '../../../rig/servers/answering';
import type { Instance } from '../../../rig/startInstance';
import { answered, ask, open, post, type Asked } from '../../../rig/workflows/asking';
import { call, jsonOf, senderAt, storeFile } from '../../../rig/workflows/call';
import { inMemory, upload } from './uploads';

const MEGABYTES = 300;
/** A first upload settles V8's heap after n8n's start, by 40 to 76 MB whatever the size of the file. */
const FIRST_MEGABYTES = 100;
/** V8 frees what has been sent when it comes to about 64 MB. */
const ALLOWED_GROWTH = 64;

/** @param env n8n's settings, of which some change with the restart */
export function afterRestart(instance: Instance, env: Record<string, string>): void {
	describe('after a restart of n8n', () => {
		let asked: Asked;
		let films: unknown[];

		beforeAll(async () => {
			instance.sandbox.reset();
			asked = await ask(instance, { message: 'Still there?', responseType: 'freeText' });
			films = [await storeFile(instance, FIRST_MEGABYTES), await storeFile(instance, MEGABYTES)];
			// What comes from now on is kept in memory.
			env.N8N_DEFAULT_BINARY_DATA_MODE = 'default';
			await instance.restart();
		}, 300_000);

		test('a question still waits for its answer', async () => {
			expect(await (await open(asked.link)).text()).toContain('Still there?');
			await post(asked.link, { text: ' نعم 👍🏽\r\n<b>& more</b> ' });
			const { json, execution } = await answered(instance, asked);
			expect(execution.status).toBe('success');
			expect(json).toMatchObject({ data: { text: 'نعم 👍🏽\n<b>& more</b>' } });
		});

		test(`a file of ${MEGABYTES} MB goes from disk to the service without filling the memory`, async () => {
			const lengths: number[] = [];
			const service = await answering(({ headers }, response) => {
				lengths.push(Number(headers['content-length']));
				response.end('OK');
			});
			const file = { mediaSource: 'binary', binaryPropertyName: '={{ $json.film }}' };
			const sending = await senderAt(instance, service.url, { operation: 'sendMedia', ...file });
			await call(instance, sending, { items: [{ film: films[0] }] });
			await pause(3000);
			const memory = new MemoryOverTime(instance.n8n);
			const { items, execution } = await call(instance, sending, { items: [{ film: films[1] }] });
			await memory.stop();
			service.close();

			expect(jsonOf(items)).toMatchObject([{ success: true }]);
			expect(lengths[1]).toBeGreaterThan(MEGABYTES * 1024 * 1024);
			const growth = memory.growthDuring(execution.data.resultData.runData.Sender[0]);
			const after = `${MEGABYTES} MB after one of ${FIRST_MEGABYTES} MB`;
			process.stdout.write(`n8n ${instance.line}, upload of ${after}: +${growth} MB\n`);
			expect(growth).toBeLessThan(ALLOWED_GROWTH);
		});

		upload(instance, 'in memory', { stored: inMemory });
	});
}
