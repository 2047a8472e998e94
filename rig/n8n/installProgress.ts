import type { InstallStep } from './install';

/** How far an installation is, for a line of progress. It names no duration, which could pass. */
export function describeStep({ text, megabytes, expectedMegabytes }: InstallStep): string {
	if (!megabytes || megabytes < 1) return `${text} (the first time only)`;
	const size = (value: number) => Math.round(value).toLocaleString('en');
	if (megabytes > (expectedMegabytes ?? 0)) return `${text}: ${size(megabytes)} MB, almost done`;
	return `${text}: ${size(megabytes)} of about ${size(expectedMegabytes ?? 0)} MB`;
}
