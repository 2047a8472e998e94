import type { Rig } from '../startRig';

/** What the user finds in the editor's list of executions, of the newest hundred. */
export interface FailedOnes {
	/** of the first one that failed */
	error?: string;
	/** how many messages the editor shows as sent, in those that failed */
	shown: number;
}

export async function failedOnes({ api }: Rig, workflowId: string): Promise<FailedOnes> {
	const failed = (await api.executions(workflowId, 100)).filter(
		({ status }) => status === 'error' || status === 'crashed',
	);
	const found: FailedOnes = { shown: 0 };
	for (const { id } of failed) {
		const { resultData } = (await api.execution(id)).data;
		found.error ??= resultData.error?.message;
		const runs = resultData.runData.Sender ?? [];
		found.shown += runs.reduce((sum, { data }) => sum + (data?.main?.[0]?.length ?? 0), 0);
	}
	return found;
}
