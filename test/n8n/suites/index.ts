import type { N8nLine } from '../../../rig/n8n/folders';
import { useInstance } from '../../../rig/useInstance';
import { useModel } from '../../../rig/servers/model';
import { connectedExamples } from './connectedExamples';
import { credentials } from './credentials';
import { examples } from './examples';
import { failures } from './failures';
import { httpRequest } from './httpRequest';
import { lists } from './lists';
import { listSearch } from './listSearch';
import { secrets } from './secrets';
import { sending } from './sending';
import { stopping } from './stopping';
import { uploads } from './uploads';
import { webhookList } from './webhookList';

/** Everything that is tried in one running n8n of a line. */
export function wholeNode(line: N8nLine): void {
	describe(`n8n ${line}`, () => {
		// What n8n tells at its most talkative must not have the key either.
		const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_LOG_LEVEL: 'debug' };
		const instance = useInstance(line, { env });
		sending(instance);
		describe('a file in n8n’s store on disk', () => uploads(instance, { store: 'filesystem-v2:' }));
		lists(instance);
		webhookList(instance);
		failures(instance);
		stopping(instance);
		credentials(instance);
		listSearch(instance);
		httpRequest(instance);
		examples(instance);
		connectedExamples(instance, useModel());
		secrets(instance);
	});
}
