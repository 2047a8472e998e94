import { onTestFinished, vi } from 'vitest';

/** The tests are written for jest, of which vitest has most under another name. */
globalThis.jest = {
	...vi,
	useFakeTimers: ({ now }) =>
		vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] }),
	replaceProperty(object, name, value) {
		const before = object[name];
		onTestFinished(() => void (object[name] = before));
		object[name] = value;
	},
};
