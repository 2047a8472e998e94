import fc from 'fast-check';

// The same values in each run, unless LONG=1: jest.config.js.
const seed = Number(process.env.SEED);
fc.configureGlobal({ seed });

export { fc };

/** Random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(): () => number {
	let state = seed;
	return () => {
		state += 0x6d2b79f5;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
