import type {
	DeclarativeRestApiSettings,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';
import { choiceField, shownIf } from './formFields';
import type { Field } from './values/input';

/** An operation of the node: its form, its request, and what runs it. */
export interface Operation<F extends INodeProperties = Field> {
	/** The values of Resource and Operation, which saved workflows store. */
	resource: string;
	value: string;
	name: string;
	action: string;
	description: string;
	/** The request of the service. An operation without it never uses the service's credential. */
	routing?: INodePropertyRouting;
	/** n8n shows them for this operation, or by their own condition for Resource. */
	fields: F[];
	/** Replaces the routing wherever n8n runs custom operations. */
	run?(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Sends the request that the routing has built, in place of n8n. */
export type SendByRouting = (
	context: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.HttpRequestOptions,
) => Promise<INodeExecutionData[]>;

/** A request of n8n's routing. n8n calls such a function only for pagination. */
export const routed = (
	request: INodePropertyRouting['request'],
	send: SendByRouting,
): INodePropertyRouting => ({
	request,
	send: { paginate: true },
	operations: {
		async pagination({ options }) {
			return await send(this, options);
		},
	},
});

/** The fields of the form: Operation for each resource, then the fields of each operation. */
export function propertiesOf(operations: Array<Operation<INodeProperties>>): INodeProperties[] {
	const resources = Map.groupBy(operations, ({ resource }) => resource);
	const fields = operations.flatMap(({ resource, value, fields: own }) =>
		own.flatMap((field) =>
			hasResource(field)
				? [field]
				: shownIf({ show: { resource: [resource], operation: [value] } }, [field]),
		),
	);
	return [...[...resources].map(operationField), ...new Set(fields)];
}

const hasResource = ({ displayOptions: { show, hide } = {} }: INodeProperties): boolean =>
	Boolean(show?.resource ?? hide?.resource);

/** The drop-down Operation of a resource. The first operation is the default. */
const operationField = ([resource, operations]: [string, Array<Operation<INodeProperties>>]) =>
	choiceField('Operation', 'operation', operations[0].value, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations
			.map(({ name, value, action, description, routing }) => ({
				...{ name, value, action, description },
				...(routing && { routing }),
			}))
			.sort((one, other) => (one.name < other.name ? -1 : 1)),
	});

/** The operations that n8n's workflow engine runs in place of the routing. */
export function customOperationsOf(
	operations: Array<Operation<INodeProperties>>,
): NonNullable<INodeType['customOperations']> {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const { resource, value, run } of operations) {
		if (!run) continue;
		(custom[resource] ??= {})[value] = async function (this: IExecuteFunctions) {
			return await run(this);
		};
	}
	return custom;
}
