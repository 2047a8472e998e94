import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { SENDER_TYPE } from '../engine/nodeTypes';

/** A workflow as n8n exports it. What it was fed with is kept in it, as data pinned to its trigger. */
export interface SavedWorkflow {
	name: string;
	nodes: INode[];
	pinData: Record<string, INodeExecutionData[]>;
	settings: { timezone: string };
}

const folder = join(__dirname, 'workflows');

/** Names of the files, without `.json`. */
export const savedNames = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

/** @param receiver address that replaces the one in the workflow, which leads nowhere */
export function savedWorkflow(name: string, receiver = 'http://receiver.test'): SavedWorkflow {
	const text = readFileSync(join(folder, `${name}.json`), 'utf8');
	return JSON.parse(text.replaceAll('http://receiver.test', receiver)) as SavedWorkflow;
}

export function senders({ nodes }: SavedWorkflow): INode[] {
	return nodes.filter(({ type }) => type === SENDER_TYPE);
}

/** The parameters of all saved nodes. */
export function savedParameters(): INodeParameters[] {
	return savedNames.flatMap((name) =>
		senders(savedWorkflow(name)).map(({ parameters }) => parameters),
	);
}
