/** The benchmark in small, which fails on a changed ratio: `npm run bench:quick`. */
module.exports = {
	rootDir: '../..',
	roots: ['<rootDir>/bench'],
	testMatch: ['<rootDir>/bench/quick/*.test.ts'],
	transform: { '^.+\\.[jt]s$': '@swc/jest' },
	forceExit: true,
};
