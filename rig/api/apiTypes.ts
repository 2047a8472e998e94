import type { ExecutionStatus, IRunExecutionData } from 'n8n-workflow';

// What n8n's REST API and exported workflows have; of it, what somebody reads.

export interface N8nWorkflow {
	id?: string;
	name: string;
	nodes: N8nNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

/** `updatedAt`: ISO time in UTC. The list of workflows has no nodes. */
export type SavedWorkflow = N8nWorkflow & Record<'id' | 'versionId' | 'updatedAt', string>;

export interface N8nNode {
	id?: string;
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
	status: ExecutionStatus;
}

export type Execution = ExecutionSummary & { data: IRunExecutionData };

/** A row of a Data Table; all columns hold text. */
export type DataTableRow = Record<string, string>;
