// What n8n's REST API and exported workflows have; of it, what somebody reads.

export interface N8nWorkflow {
	id?: string;
	name: string;
	nodes: N8nNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends N8nWorkflow {
	id: string;
	versionId: string;
}

/** A workflow as the list of them has it, without its nodes. */
export interface ListedWorkflow {
	id: string;
	name: string;
	/** ISO time in UTC */
	updatedAt: string;
}

export interface N8nNode {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	[more: string]: unknown;
}

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** Its secrets are blanked when n8n returns it. */
export type Credential = Omit<NewCredential, 'data'> & Partial<NewCredential> & { id: string };

export interface ExecutionSummary {
	id: string;
	status: 'new' | 'running' | 'success' | 'error' | 'canceled' | 'crashed' | 'waiting';
	startedAt?: string;
	stoppedAt?: string;
}

/** One execution with its data, in the shape n8n has it in memory. */
export interface Execution extends ExecutionSummary {
	data: {
		resultData: { runData: Record<string, NodeRun[]>; error?: ExecutionError };
		[more: string]: unknown;
	};
}

/** One run of one node: outputs by type (`main`), output index, item. */
export interface NodeRun {
	data?: Record<string, Array<Item[] | null>>;
	error?: ExecutionError;
	startTime?: number;
	executionTime?: number;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
	pairedItem?: unknown;
}

export interface ExecutionError {
	message: string;
	description?: string | null;
	context?: Record<string, unknown>;
}

/** A row of a Data Table; all columns hold text. */
export type DataTableRow = Record<string, string>;
