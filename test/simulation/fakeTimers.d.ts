/** What the simulation uses of it; it brings no types of its own. */
declare module '@sinonjs/fake-timers' {
	export interface Clock {
		readonly now: number;
		next(): number;
		tick(millis: number): number;
		setSystemTime(now: number): void;
		countTimers(): number;
		uninstall(): void;
	}
	export function install(config: { now: number; toFake: string[] }): Clock;
}
