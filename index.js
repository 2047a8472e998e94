// n8n loads the files that "n8n" in package.json names; this serves a plain require() of the package.
module.exports = {
	...require('./dist/credentials/WhatsAppSenderApi.credentials.js'),
	...require('./dist/credentials/WhatsAppSenderWebhookApi.credentials.js'),
	...require('./dist/nodes/WhatsAppSender/WhatsAppSender.node.js'),
};
