import type { INode } from 'n8n-workflow';
import { refuseBraces, refuseWholeOptions } from '../values/fixedOrExpression';
import type { WebhookOptions } from './contactRequest';

/**
 * Refuses fields that are Fixed and should be expressions, and Options that are one.
 *
 * @throws InputError for the first one
 */
export function refuseWrongMode(node: INode): void {
	refuseWholeOptions(node);
	const { webhookUrl, name, phone } = node.parameters;
	const { nameField, phoneField, fields, headers } = (node.parameters.options ??
		{}) as WebhookOptions;
	refuseBraces('Webhook URL', webhookUrl);
	refuseBraces('Name', name);
	refuseBraces('Phone', phone);
	refuseBraces('Name Field', nameField);
	refuseBraces('Phone Field', phoneField);
	for (const [label, pairs = []] of [
		['Extra Fields', fields?.field],
		['Extra Headers', headers?.header],
	] as const) {
		for (const pair of pairs) {
			refuseBraces(`Name of ${label}`, pair.name);
			refuseBraces(`Value of ${label}`, pair.value);
		}
	}
}
