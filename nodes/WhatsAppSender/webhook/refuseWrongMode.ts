import type { INode } from 'n8n-workflow';
import { refuseBraces, refuseWhole } from '../values/fixedOrExpression';
import type { WebhookOptions } from './contactRequest';

/**
 * Refuses fields that are Fixed and should be expressions, and Options that are one.
 *
 * @throws InputError for the first one
 */
export function refuseWrongMode(node: INode): void {
	const { webhookUrl, name, phone, options } = node.parameters;
	refuseWhole('Options', options);
	const { nameField, phoneField, fields, headers } = (options ?? {}) as WebhookOptions;
	const texts = { 'Webhook URL': webhookUrl, Name: name, Phone: phone };
	const names = { 'Name Field': nameField, 'Phone Field': phoneField };
	for (const [label, text] of Object.entries({ ...texts, ...names })) refuseBraces(label, text);
	const pairs = { 'Extra Fields': fields?.field, 'Extra Headers': headers?.header };
	for (const [label, entries = []] of Object.entries(pairs)) {
		for (const pair of entries) {
			refuseBraces(`Name of ${label}`, pair.name);
			refuseBraces(`Value of ${label}`, pair.value);
		}
	}
}
