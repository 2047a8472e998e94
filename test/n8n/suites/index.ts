import type { N8nLine } from '../../../rig/n8n/folders';
import { useInstance } from '../../../rig/startRig';
import { useModel } from '../../../rig/workflows/agent';
import { pushSettings } from '../../../rig/workflows/editorPush';
import { agentTools } from './agentTools';
import { examples } from './examples';
import { failures } from './failures';
import { loaded } from './loaded';
import { network, useProxy } from './network';
import { review } from './review';
import { runAgain } from './runAgain';
import { secrets } from './secrets';
import { sendAndWait } from './sendAndWait';
import { shutdown, shutdownSettings, stopping } from './stopping';
import { sweep } from './sweep';
import { uploads } from './uploads';

export function wholeNode(line: N8nLine): void {
	describe(`n8n ${line}`, () => {
		const env: Record<string, string> = {
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			// What n8n tells at its most talkative must not have a secret either.
			N8N_LOG_LEVEL: 'debug',
			...pushSettings,
			...shutdownSettings,
		};
		useProxy(env);
		const instance = useInstance(line, { env });
		const model = useModel();
		loaded(instance);
		uploads(instance);
		examples(instance, model);

		sendAndWait(instance);
		// n8n 1.x has no human review.
		if (line === '2.x') review(instance, model);

		agentTools(instance, model, 2.2);
		agentTools(instance, model, 3);

		failures(instance);
		stopping(instance);
		network(instance);
		secrets(instance);
		runAgain(instance);
		// Looks back on everything before it.
		sweep(instance, model);
		// Ends n8n.
		shutdown(instance);
	});
}
