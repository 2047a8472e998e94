import { count } from '../../page/table';

/** Two digits that mean something: 0.47, 9.2, 61. */
export const digits = (value: number) =>
	value >= 9.95 ? count(value) : value.toFixed(value >= 0.995 ? 1 : 2);
