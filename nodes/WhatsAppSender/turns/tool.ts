import type { INode } from 'n8n-workflow';

/** Whether an AI Agent runs the node: n8n makes a second type of it, whose name ends so. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}
