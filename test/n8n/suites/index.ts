import type { N8nLine } from '../../../rig/n8n/folders';
import { inspectorSettings } from '../../../rig/memory';
import { useModel } from '../../../rig/servers/model';
import { useInstance } from '../../../rig/useInstance';
import { pushSettings } from '../../../rig/workflows/editorPush';
import { aiTool } from './aiTool';
import { askingTool } from './askingTool';
import { brokenAnswers } from './brokenAnswers';
import { campaign } from './campaign';
import { certificates, trustedCertificates } from './certificates';
import { connectedExamples } from './connectedExamples';
import { credentialTest } from './credentialTest';
import { editorRuns } from './editorRuns';
import { examples } from './examples';
import { faultNumberFailures } from './faultNumbers';
import { hugeAnswers } from './hugeAnswers';
import { isolation } from './isolation';
import { keyStaysHome } from './keyStaysHome';
import { listSearch } from './listSearch';
import { manyRuns } from './manyRuns';
import { mcp } from './mcp';
import { nodeSettings, onError } from './nodeSettings';
import { operations } from './operations';
import { outages } from './outages';
import { people } from './people';
import { proxies } from './proxies';
import { receiverAuthentication } from './receiverSecrets';
import { redirects } from './redirects';
import { responseLink } from './responseLink';
import { review } from './review';
import { sendAndWait } from './sendAndWait';
import { slowAnswers } from './slowAnswers';
import { shutdown, shutdownSettings, stopping } from './stopping';
import { sweep } from './sweep';
import { toolVariant } from './toolVariant';
import { turns } from './turns';
import { uploads } from './uploads';
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
		describe('a file in n8n’s store on disk', () => uploads(instance, { store: 'filesystem-v2:' }));
		people(instance);
		credentialTest(instance);
		listSearch(instance);
		examples(instance);
		campaign(instance);
		connectedExamples(instance, model);

		sendAndWait(instance);
		responseLink(instance);
		waiting(instance);
		// n8n 1.x has no human review.
		if (line === '2.x') {
			askingTool(instance, model);
			review(instance, model);
		}

		toolVariant(instance, model);
		aiTool(instance, model, 2.2);
		aiTool(instance, model, 3);
		mcp(instance);

		onError(instance);
		nodeSettings(instance);
		editorRuns(instance);
		isolation(instance);
		stopping(instance);
		turns(instance);

		faultNumberFailures(instance);
		outages(instance);
		certificates(instance);
		proxies(instance);
		slowAnswers(instance);
		brokenAnswers(instance);

		receiverAuthentication(instance);
		redirects(instance);
		keyStaysHome(instance);

		manyRuns(instance);
		hugeAnswers(instance);
		// Looks back on everything before it.
		sweep(instance, model);
		// Ends n8n.
		shutdown(instance);
	});
}
