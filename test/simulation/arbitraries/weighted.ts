import fc from 'fast-check';

/** One of some arbitraries, each as often as its weight says. */
export const either = <T>(...choices: Array<[number, fc.Arbitrary<T>]>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

export const rarely = either([24, fc.constant(false)], [1, fc.constant(true)]);
