import {
	type ILoadOptionsFunctions,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
// First, because it says where n8n keeps its settings.
import './execution';
import { LoadOptionsContext } from 'n8n-core';
import { credentialsHelper, type CredentialData } from './credentials';
import { SENDER_TYPE, TestNodeTypes } from './nodeTypes';

/** What n8n's editor gives to a drop-down of the node, with n8n's own request helpers. */
export function editorContext(credentials: CredentialData): ILoadOptionsFunctions {
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [
			{
				id: '1',
				name: 'Sender',
				type: SENDER_TYPE,
				typeVersion: 1,
				position: [0, 0],
				parameters: { resource: 'list', operation: 'getListContacts' },
				credentials: { whatsAppSenderApi: { id: '1', name: 'WhatsApp Sender' } },
			},
		],
		connections: {},
		active: false,
		nodeTypes: new TestNodeTypes([]),
	});
	const node = workflow.getNode('Sender')!;
	const additionalData = {
		credentialsHelper: credentialsHelper(credentials),
		currentNodeParameters: node.parameters,
	} as unknown as IWorkflowExecuteAdditionalData;
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters.list');
	return context as unknown as ILoadOptionsFunctions;
}
