import type { InstallStep } from './install';

/** How far an installation is, for a line of progress. */
export function describeStep({ text, megabytes, expectedMegabytes }: InstallStep): string {
	if (!megabytes || megabytes < 1) return `${text} (the first time only, about 3 minutes)`;
	const size = (value: number) => Math.round(value).toLocaleString('en');
	return `${text}: ${size(megabytes)} of about ${size(expectedMegabytes ?? 0)} MB`;
}
