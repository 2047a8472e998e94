import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';
import { WorkflowError } from './errors/failures';
import { readBy, type SendByRouting } from './service/reads';
import type { ServiceRequest } from './service/response';
import { startCall } from './service/service';
import { choiceField, type Field, shownIf } from './values/formFields';
import { quote } from './values/text';

/** An operation of the node: its form, its request, and what runs it. */
export interface Operation<F extends INodeProperties = Field> {
	/** The values of Resource and Operation, which saved workflows store. */
	resource: string;
	value: string;
	name: string;
	action: string;
	description: string;
	/** The request of the service. An operation without it never uses the service's credential. */
	request?: ServiceRequest;
	/** Sends the request that n8n's routing builds of it. */
	sendByRouting?: SendByRouting;
	/** n8n shows them for this operation, or by their own condition for Resource. */
	fields: F[];
	/** Replaces the routing wherever n8n runs custom operations. */
	run?(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

export type AnyOperation = Operation<INodeProperties>;

/** A request of n8n's routing. A field adds a path with an ID in it. */
function routingOf({ request, sendByRouting }: AnyOperation): INodePropertyRouting | undefined {
	if (!request || !sendByRouting) return undefined;
	const { method, url } = request;
	return { request: url.includes('{') ? { method } : { method, url } };
}

/**
 * Runs the stored operation wherever n8n runs the routing: n8n calls such a function only for pagination. If n8n found
 * no operation, it would request the Base URL for each item, and report a success.
 */
export const runByRouting = (operations: AnyOperation[]): INodePropertyRouting => ({
	send: { paginate: true },
	operations: {
		async pagination({ options }) {
			const { resource, operation } = this.getNode().parameters;
			const stored = operations.find((one) => one.resource === resource && one.value === operation);
			const refusal = stored
				? `${stored.name} runs only in n8n's workflow engine and as a tool of AI Agent version 3: use that, or another operation`
				: `Resource ${quote(resource)} has no operation ${quote(operation)}: choose both in the node, without expressions`;
			const refuse = readBy(() => Promise.reject(new WorkflowError(refusal)));
			startCall(this);
			return await (stored?.sendByRouting ?? refuse)(this, options);
		},
	},
});

/** The form: the field Operation of each resource, then the fields of the operations. */
export function propertiesOf(operations: AnyOperation[]): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const fields = operations.flatMap(({ resource, value, fields: own }) => {
		const condition = { show: { resource: [resource], operation: [value] } };
		return own.flatMap((field) => (hasResource(field) ? field : shownIf(condition, [field])));
	});
	const dropDowns = resources.map((resource) =>
		operationField(operations.filter((operation) => operation.resource === resource)),
	);
	return [...dropDowns, ...new Set(fields)];
}

const hasResource = ({ displayOptions: { show, hide } = {} }: INodeProperties) =>
	show?.resource ?? hide?.resource;

/** The first operation is the default. */
const operationField = (operations: AnyOperation[]): INodeProperties =>
	choiceField('Operation', 'operation', operations[0].value, {
		noDataExpression: true,
		displayOptions: { show: { resource: [operations[0].resource] } },
		options: operations
			.map((operation) => {
				const { name, value, action, description } = operation;
				return { name, value, action, description, routing: routingOf(operation) };
			})
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
	});

/** What n8n's workflow engine runs in place of the routing. */
export function customOperationsOf(operations: AnyOperation[]) {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const { resource, value, run } of operations) {
		if (!run) continue;
		(custom[resource] ??= {})[value] = async function () {
			return await run(this);
		};
	}
	return custom;
}
