import { startSandbox, type Sandbox } from '../../sandbox';

/** Broadcasts of one seed, which are the same in any process that runs them. */
export interface Part {
	seed: number;
	count: number;
}

/** Divides broadcasts among seeds, of which the first one is given. */
export function partsOf(seed: number, count: number, each = 250): Part[] {
	return Array.from({ length: Math.ceil(count / each) }, (_, index) => ({
		seed: index === 0 ? seed : (seed + index * 0x9e3779b1) | 0,
		count: Math.min(each, count - index * each),
	}));
}

/** The services of two accounts, which answer in-process. */
export const openAccounts = async (): Promise<Sandbox[]> =>
	await Promise.all(
		['key-1', 'key-2'].map(async (apiKey) => await startSandbox({ apiKey, isListening: false })),
	);
