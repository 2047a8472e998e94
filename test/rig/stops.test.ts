import { Stops } from '../../rig/stops';

test('What was started is ended last first, once, however often it is asked for', async () => {
	const stops = new Stops();
	const ended: string[] = [];
	for (const name of ['database', 'n8n', 'worker']) await stops.add(() => ended.push(name));
	await Promise.all([stops.run(), stops.run()]);
	expect(ended).toEqual(['worker', 'n8n', 'database']);
});

test('What is started while everything ends is ended at once', async () => {
	const stops = new Stops();
	const late = jest.fn();
	await stops.add(async () => await stops.add(late));
	await stops.run();
	expect(late).toHaveBeenCalledTimes(1);
});

test('What cannot be ended keeps nothing else from it, and is reported', async () => {
	const stops = new Stops();
	const first = jest.fn();
	await stops.add(first);
	await stops.add(() => Promise.reject(new Error('It hangs')));
	await expect(stops.run()).rejects.toThrow('It hangs');
	expect(first).toHaveBeenCalledTimes(1);
});
