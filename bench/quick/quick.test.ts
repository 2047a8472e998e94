import { startService, type Service } from '../rig/service';
import { measureQuickly, type Ratios } from './measure';
import { recordedRatios } from './recorded';

/** As many times the recorded ratio means that something has changed. */
const CHANGED = 2;

let service: Service;
let measured: Ratios;
let recorded: Ratios;

beforeAll(async () => {
	recorded = await recordedRatios();
	service = await startService();
	measured = await measureQuickly(service);
	const lines = Object.entries(measured).map(([name, ratio]) => `${ratio.toFixed(2)}  ${name}`);
	process.stderr.write(`${lines.join('\n')}\n`);
}, 600_000);
afterAll(() => service?.close());

test('what is measured is what was recorded', () => {
	expect(Object.keys(measured)).toEqual(Object.keys(recorded));
});

test('no ratio is twice the recorded one', () => {
	const changed = Object.entries(measured).filter(
		([name, ratio]) => !(ratio < CHANGED * recorded[name]),
	);
	expect(changed).toEqual([]);
});
