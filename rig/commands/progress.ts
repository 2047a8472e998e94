/** Prints what begins, and every 20 seconds that it still goes on. */
export async function step<Result>(title: string, act: () => Promise<Result>): Promise<Result> {
	console.log(title);
	const begun = Date.now();
	const report = () => console.log(`  … ${Math.round((Date.now() - begun) / 1000)} s`);
	const ticking = setInterval(report, 20_000);
	try {
		return await act();
	} finally {
		clearInterval(ticking);
	}
}
