import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answering } from '../../rig/servers/answering';
import { runWorkflow } from './run';
import { recipients } from './sandbox';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of what the process keeps. V8's own code grows, too, while it runs. */
function heapSize(): number {
	collectGarbage();
	return getHeapSpaceStatistics()
		.filter(({ space_name }) => !/code|trusted/.test(space_name))
		.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

test('A run keeps little of a sent item, because it may have 100,000', async () => {
	const [WINDOW, WINDOWS] = [100, 5];
	const sizes: number[] = [];
	let sent = 0;
	const service = await answering((_, response) => {
		if (sent++ % WINDOW === 0) sizes.push(heapSize());
		response.end('OK');
	});
	const message = { phone: '={{ $json.phone }}', text: '={{ $json.text }}' };
	const { error } = await runWorkflow({
		credentials: { whatsAppSenderApi: { apiKey: 'test-key', baseUrl: service.url } },
		items: recipients(WINDOW * WINDOWS + 1),
		parameters: { resource: 'message', operation: 'sendText', ...message },
	});
	await service.close();
	expect(error).toBeUndefined();
	// What grows in steps does not change the median.
	const kept = sizes.slice(1).map((size, index) => (size - sizes[index]) / WINDOW);
	const [median] = kept.sort((one, other) => one - other).slice(WINDOWS >> 1);
	// Some 700 today. A message, with its item and credential, takes 1,700 more.
	expect(median).toBeLessThan(1_400);
});
