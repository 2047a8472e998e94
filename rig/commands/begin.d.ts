export function missing(
	userAgent: string | undefined,
	running: string,
	resolve?: (name: string) => unknown,
): string | undefined;
