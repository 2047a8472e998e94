import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** The tests of rules first: they are the quickest to notice a change, and the run ends at the first failure. */
class UnitFirst extends BaseSequencer {
	async sort(files) {
		const isUnit = ({ moduleId }) => moduleId.includes('/test/unit/');
		return [...files.filter(isUnit), ...files.filter((file) => !isUnit(file))];
	}
}

/**
 * The fast suites for Stryker. vitest runs them here, because jest loads n8n's engine again for each test
 * file of each change, which takes days; vitest loads it once for each change.
 */
export default defineConfig({
	// The copy that n8n's engine loads: its ES modules would be a second one, with classes of their own.
	resolve: {
		alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') },
	},
	test: {
		globals: true,
		setupFiles: ['test/mutation/setup.mjs'],
		include: ['test/{unit,engine}/**/*.test.ts'],
		// Random values: what they notice today they may not notice tomorrow. And memory, over many executions.
		exclude: ['test/engine/hostile/**', 'test/engine/isolation.test.ts'],
		isolate: false,
		pool: 'threads',
		testTimeout: 60_000,
		sequence: { sequencer: UnitFirst },
	},
});
