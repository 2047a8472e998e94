import type { Instance } from '../../../rig/startInstance';
import { useExamples } from '../../../rig/workflows/examples';

const REJECTED = '6200000000500';
const CUT_OFF = '6200000000444';
const GATEWAY = '6200000000502';

const text = ['phone', 'name', 'result', 'send_again', 'details'].map((name) => [name, 'string']);
const COLUMNS = { ...Object.fromEntries(text), is_group: 'boolean' };
const CREATOR = 'Table of this campaign';

/** The example that keeps its recipients in a Data Table, so that it can be started again. */
export function campaign(instance: Instance): void {
	const { named, runSaved } = useExamples(instance);

	/** The example with a table of this name, where it notes recipients before the send or not. */
	const save = async (table: string, noteFirst: boolean) => {
		const { api, line } = instance;
		const { nodes, connections, settings } = await named('Broadcast that can be cut');
		const noting = nodes.map((node) =>
			node.name === 'Note them first' ? { ...node, disabled: !noteFirst } : node,
		);
		const changed = (changes: object, parameter: string) =>
			noting.map((node) =>
				parameter in node.parameters
					? { ...node, parameters: { ...node.parameters, ...changes } }
					: node,
			);
		if (line === '2.x') {
			const ownTable = changed({ tableName: table }, 'tableName');
			return await api.createWorkflow({ name: table, nodes: ownTable, connections, settings });
		}
		// n8n 1.x cannot create a table in a workflow: it is chosen in three nodes, as the guide says.
		const value = await api.createDataTable(table, COLUMNS);
		const chosen = changed({ dataTableId: { __rl: true, mode: 'list', value } }, 'dataTableId');
		return await api.createWorkflow({
			name: table,
			settings,
			nodes: chosen.filter(({ name }) => name !== CREATOR),
			connections: { ...connections, 'Run manually': connections[CREATOR] },
		});
	};

	test.each([
		['notes every recipient, and sends to the rest when it is started again', false],
		['does so with a note before the send, for groups too', true],
	])('the example of a broadcast that can be cut %s', async (title, noteFirst) => {
		const { api, sandbox } = instance;
		const [{ contacts }] = sandbox.lists;
		const faults = [REJECTED, CUT_OFF, GATEWAY].map((phone) => ({ ...contacts[0], phone }));
		contacts.splice(3, 0, ...faults);
		const table = `Campaign ${title}`;
		const workflow = await save(table, noteFirst);
		const everybody = contacts.map(({ phone }) => phone);
		const sentTo = () =>
			sandbox.requests
				.filter(({ method }) => method === 'POST')
				.map(({ body }) => body as { phone?: string; group_id?: string })
				.map(({ phone, group_id: group }) => phone ?? group);
		const rejected = { result: 'failed', details: expect.stringContaining('HTTP 500') };
		const unconfirmed = { result: 'unconfirmed', details: expect.stringContaining('may ') };
		const results: Record<string, object> = {
			[REJECTED]: { ...rejected, send_again: 'yes' },
			[CUT_OFF]: unconfirmed,
			[GATEWAY]: unconfirmed,
		};
		const accepted = { result: 'accepted', send_again: 'no', details: '' };
		const expected = contacts.map(({ phone, name }) => ({
			...accepted,
			...results[phone],
			phone,
			name,
		}));

		for (const recipients of [everybody, [...everybody, REJECTED]]) {
			await runSaved(workflow, 'Record the result');
			expect(sentTo()).toEqual(recipients);
			expect(await api.dataTableRows(table)).toMatchObject(expected);
		}
	});
}
