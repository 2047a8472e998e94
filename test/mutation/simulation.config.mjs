import { fileURLToPath } from 'node:url';
import config from './stryker.config.mjs';

/**
 * `npm run mutate:simulation`: changes what sends bit by bit, and lists the changes with which 2,000
 * broadcasts break no promise. `COUNT=200 SEED=8` runs others, `AT_MOST=60` so many for each change.
 *
 * Not changed: texts, of which the compiler checks those that are no words; and what a broadcast of
 * texts does not come to: files, formats of text, Send and Wait for Response.
 */
export default {
	...config,
	mutate: [
		'nodes/WhatsAppSender/{turns,message}/*.ts',
		'!nodes/WhatsAppSender/message/{file,textFormat,resource}.ts',
	],
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorers: ['form'],
	plugins: [fileURLToPath(import.meta.resolve('./simulationRunner.mjs'))],
	testRunner: 'simulation',
	dryRunTimeoutMinutes: 15,
	jsonReporter: { fileName: 'coverage/mutation-simulation.json' },
};
