import { randomUUID } from 'node:crypto';
import { serveBigFile } from '../../rig/servers/answering';
import { chain, node, webhook } from '../../rig/workflows/nodes';
import type { BenchN8n } from '../n8n';

/** A file in n8n's store, as an item names it. */
export type StoredFile = Record<string, unknown>;

/** Has n8n download a file of so many megabytes into its store on disk. */
export async function storeFile({ api }: BenchN8n, megabytes: number): Promise<StoredFile> {
	const file = await serveBigFile(megabytes);
	try {
		const address = randomUUID();
		const options = { response: { response: { responseFormat: 'file' } } };
		const nodes = [
			webhook(address, { responseData: 'noData' }),
			node(
				'Download',
				'n8n-nodes-base.httpRequest',
				{ url: file.url, options },
				{ typeVersion: 4.2 },
			),
		];
		const { id } = await api.createWorkflow({
			name: `Store ${megabytes} MB`,
			nodes,
			connections: chain(...nodes),
			// The file lives as long as the execution that it came with.
			settings: { saveDataSuccessExecution: 'all' },
		});
		await api.activate(id);
		await api.callWebhook(address, {});
		const [{ id: execution }] = await api.executions(id, 1);
		const { data } = await api.executionEnded(execution);
		return data.resultData.runData.Download[0].data?.main[0]?.[0].binary?.data as StoredFile;
	} finally {
		file.close();
	}
}
