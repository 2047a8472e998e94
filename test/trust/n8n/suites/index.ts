import type { N8nLine } from '../../../../rig/n8n/folders';
import { useInstance } from '../../../../rig/useInstance';
import { inspectorSettings } from '../../../../rig/memory/collectedMemory';
import { pushSettings } from '../../../../rig/workflows/editorPush';
import { useModel } from '../../../../rig/servers/model';
import { aiTool } from './aiTool';
import { brokenAnswers } from './brokenAnswers';
import { certificates, trustedCertificates } from './certificates';
import { editorRuns } from './editorRuns';
import { faultNumbersSuite } from './faultNumbers';
import { hugeAnswers } from './hugeAnswers';
import { isolation } from './isolation';
import { keyStaysHome } from './keyStaysHome';
import { manyRuns } from './manyRuns';
import { nodeSettings } from './nodeSettings';
import { outages } from './outages';
import { proxies } from './proxies';
import { receiverSecretsSuite } from './receiverSecrets';
import { shutdown, shutdownSettings } from './shutdown';
import { slowAnswers } from './slowAnswers';
import { stopping } from './stopping';
import { sweep } from './sweep';
import { toolVariant } from './toolVariant';

/** Everything that is tried in one running n8n of a line. */
export function trust(line: N8nLine): void {
	describe(`n8n ${line}`, () => {
		const env = {
			// What n8n tells at its most talkative must not have a secret either.
			N8N_LOG_LEVEL: 'debug',
			NODE_EXTRA_CA_CERTS: trustedCertificates(),
			...inspectorSettings,
			...pushSettings,
			...shutdownSettings,
		};
		const instance = useInstance(line, { env });
		const model = useModel();
		toolVariant(instance, model);
		aiTool(instance, model, 2.2);
		aiTool(instance, model, 3);
		isolation(instance);
		nodeSettings(instance);
		editorRuns(instance);
		outages(instance);
		certificates(instance);
		proxies(instance);
		faultNumbersSuite(instance);
		receiverSecretsSuite(instance);
		keyStaysHome(instance);
		slowAnswers(instance);
		brokenAnswers(instance);
		stopping(instance);
		manyRuns(instance);
		hugeAnswers(instance);
		sweep(instance, model);
		shutdown(instance);
	});
}
