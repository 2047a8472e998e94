import type { N8nLine } from '../../../rig/n8n/folders';
import { inspectorSettings } from '../../../rig/memory';
import { useModel } from '../../../rig/servers/model';
import { useInstance } from '../../../rig/startInstance';
import { pushSettings } from '../../../rig/workflows/editorPush';
import { agentTools } from './agentTools';
import { brokenAnswers } from './brokenAnswers';
import { campaign } from './campaign';
import { connectedExamples } from './connectedExamples';
import { editorRequests } from './editorRequests';
import { examples } from './examples';
import { failures } from './failures';
import { hugeAnswers } from './hugeAnswers';
import { isolation } from './isolation';
import { keyStaysHome } from './keyStaysHome';
import { mcp } from './mcp';
import { network, trustedCertificates } from './network';
import { operations } from './operations';
import { people } from './people';
import { receivers } from './receivers';
import { responseLink } from './responseLink';
import { afterRestart } from './restart';
import { review } from './review';
import { sendAndWait } from './sendAndWait';
import { shutdown, shutdownSettings, stopping } from './stopping';
import { sweep } from './sweep';
import { upload } from './uploads';
import { waiting } from './waiting';

/** Everything that is tried in one running n8n of a line. */
export function wholeNode(line: N8nLine): void {
	describe(`n8n ${line}`, () => {
		const env = {
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			// What n8n tells at its most talkative must not have a secret either.
			N8N_LOG_LEVEL: 'debug',
			NODE_EXTRA_CA_CERTS: trustedCertificates(),
			...inspectorSettings,
			...pushSettings,
			...shutdownSettings,
		};
		const instance = useInstance(line, { env });
		const model = useModel();

		operations(instance);
		upload(instance, 'on disk', { store: 'filesystem-v2:' });
		if (line === '2.x') {
			upload(instance, 'among the JSON of its item', {
				store: 'filesystem-v2:',
				settings: { binaryMode: 'combined' },
				named: '_files.data',
				given: '$json._files.data',
			});
		}
		people(instance);
		editorRequests(instance);
		examples(instance);
		campaign(instance);
		connectedExamples(instance, model);

		sendAndWait(instance);
		responseLink(instance);
		waiting(instance);
		// n8n 1.x has no human review.
		if (line === '2.x') review(instance, model);
		afterRestart(instance, env);

		agentTools(instance, model, 2.2);
		agentTools(instance, model, 3);
		mcp(instance);

		failures(instance);
		stopping(instance);
		network(instance);
		brokenAnswers(instance);
		receivers(instance);
		keyStaysHome(instance);

		isolation(instance);
		hugeAnswers(instance);
		// Looks back on everything before it.
		sweep(instance, model);
		// Ends n8n.
		shutdown(instance);
	});
}
