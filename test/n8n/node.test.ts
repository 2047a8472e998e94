import { useInstance } from '../../rig/startRig';
import { agentTools } from './suites/agentTools';
import { examples } from './suites/examples';
import { form } from './suites/form';
import { failures, shutdown, shutdownSettings, useProxy } from './suites/failures';
import { loaded } from './suites/loaded';
import { review } from './suites/review';
import { secrets } from './suites/secrets';
import { sendAndWait } from './suites/sendAndWait';
import { sweep } from './suites/sweep';
import { uploads } from './suites/uploads';

const env: Record<string, string> = {
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	// The log contains no secret even at its most detailed level.
	N8N_LOG_LEVEL: 'debug',
	...shutdownSettings,
};
useProxy(env);
const instance = useInstance({ env });
loaded(instance);
uploads(instance);
examples(instance);
form(instance);
sendAndWait(instance);
review(instance);
agentTools(instance);
failures(instance);
secrets(instance);
// Searches everything that the suites above have left.
sweep(instance);
shutdown(instance);
