/** A workflow as n8n's REST API and an exported JSON file have it; only what the sandbox looks at. */
export interface N8nWorkflow {
	id?: string;
	name: string;
	nodes: N8nNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	[more: string]: unknown;
}

export interface ListedWorkflow {
	id: string;
	name: string;
	active: boolean;
	/** ISO time in UTC */
	updatedAt: string;
}

export interface SavedWorkflow extends N8nWorkflow {
	id: string;
	versionId: string;
	active: boolean;
}

export interface N8nNode {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
	disabled?: boolean;
	[more: string]: unknown;
}

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
	/** secrets are blanked when n8n returns it */
	data?: Record<string, unknown>;
}

export type NewCredential = Omit<Credential, 'id'> & { data: Record<string, unknown> };

export interface ExecutionSummary {
	id: string;
	status: 'new' | 'running' | 'success' | 'error' | 'canceled' | 'crashed' | 'waiting';
	mode: string;
	finished?: boolean;
	workflowId?: string;
	startedAt?: string;
	stoppedAt?: string;
}

/** One execution with its data, in the shape n8n has it in memory. */
export interface Execution extends ExecutionSummary {
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			lastNodeExecuted?: string;
			error?: ExecutionError;
		};
		[more: string]: unknown;
	};
}

/** One run of one node: outputs by type (`main`), output index, item. */
export interface NodeRun {
	data?: Record<string, Array<Item[] | null>>;
	error?: ExecutionError;
	executionStatus?: string;
	executionTime?: number;
	[more: string]: unknown;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

export interface ExecutionError {
	message: string;
	description?: string | null;
	name?: string;
	httpCode?: string | null;
	context?: Record<string, unknown>;
	[more: string]: unknown;
}

export interface ListSearchRequest {
	/** e.g. `n8n-nodes-whatsapp-sender.whatsAppSender` */
	nodeType: string;
	typeVersion?: number;
	/** the resource locator's parameter, e.g. `list` */
	parameter: string;
	/** the node's method, e.g. `searchLists` */
	method: string;
	nodeParameters?: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	filter?: string;
	paginationToken?: string;
}

export interface ListSearchResult {
	results: Array<{
		name: string;
		value: string | number | boolean;
		url?: string;
		description?: string;
	}>;
	paginationToken?: unknown;
}
