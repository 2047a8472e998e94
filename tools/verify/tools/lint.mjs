/** The very config that n8n's tool `n8n-node lint` writes into a new package. */
export { config as default } from '@n8n/node-cli/eslint';
