import type { INode } from 'n8n-workflow';

/** Whether an AI Agent runs the node: n8n gives it a second type for that, with this ending. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether the node reviews the calls of an AI tool: n8n gives it a third type for that. */
export const isReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
