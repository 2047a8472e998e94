import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { type Outcome, runWorkflow, type RunOptions } from './run';
import { credentialOf } from './sandbox';

/** Runs Get Lists. */
export async function getLists(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
): Promise<Outcome> {
	return await runWorkflow({
		credentials: credentialOf(sandbox),
		...options,
		parameters: { resource: 'list', operation: 'getLists', ...parameters },
	});
}

/** Runs Get List Contacts for a list by its id. */
export async function getContacts(
	sandbox: Sandbox,
	listId: string,
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
): Promise<Outcome> {
	const list = { __rl: true, mode: 'id', value: listId };
	return await getLists(sandbox, { operation: 'getListContacts', list, ...parameters }, options);
}

/** What was asked of the service, in order, as path and query. */
export function asked({ requests }: Sandbox): string[] {
	return requests.map(
		({ path, query }) => path + (query.all === undefined ? '' : `?all=${query.all}`),
	);
}

/** One item a list id, as `list`. */
export const listIds = (...ids: string[]) => ids.map((list) => ({ json: { list } }));
