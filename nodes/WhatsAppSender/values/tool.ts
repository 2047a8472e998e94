import type { INode } from 'n8n-workflow';

/** Whether an AI Agent runs the node: n8n makes a second type of it, whose name ends so. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Whether the node reviews the calls of an AI tool: n8n 2.x makes a type of it whose name ends so. */
export const isReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
