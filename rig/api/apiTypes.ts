import type { ExecutionStatus, INode, IRunExecutionData } from 'n8n-workflow';

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

export type N8nNode = Omit<INode, 'parameters'> & { parameters: Record<string, unknown> };

/** What n8n lists of it; it returns no secrets. */
export type Credential = Record<'id' | 'name' | 'type', string>;

export type NewCredential = Omit<Credential, 'id'> & { data: Record<string, unknown> };

export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
}

export type Execution = ExecutionSummary & { data: IRunExecutionData };
