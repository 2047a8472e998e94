import { installN8n } from '../n8n/install';

/** `npm run install:n8n`: installs n8n, unless it is installed already. */
installN8n().catch((error: Error) => {
	console.error(`\n${error.message}`);
	process.exit(1);
});
