import type { N8nLine } from './n8n/folders';
import { requireN8n } from './n8n/install';
import { startInstance, type Instance, type InstanceOptions } from './startInstance';

/** Starts an instance for the tests of one `describe`, fills what it returned, and stops it after them. */
export function useInstance(line: N8nLine, options?: InstanceOptions): Instance {
	// Once for the whole suite, and not for each of its tests.
	requireN8n(line);
	const instance = { line } as Instance;
	beforeAll(async () => void (await startInstance(line, options, instance)), 300_000);
	beforeEach(() => {
		instance.sandbox.reset();
		instance.receiver.reset();
	});
	afterAll(async () => await instance.stop?.());
	return instance;
}
