import type { N8nNode, SavedWorkflow } from '../../../rig/api/apiTypes';
import type { Instance } from '../../../rig/startInstance';
import { useExamples } from '../../../rig/workflows/examples';

const REJECTED = '6200000000500';
const CUT_OFF = '6200000000444';
const GATEWAY = '6200000000502';
const FAULTS = [REJECTED, CUT_OFF, GATEWAY];

const COLUMNS = {
	phone: 'string',
	name: 'string',
	is_group: 'boolean',
	result: 'string',
	send_again: 'string',
	details: 'string',
};
const CREATOR = 'Table of this campaign';
const NOTE = 'Note them first';

/** The example that keeps its recipients in a Data Table, so that it can be started again. */
export function campaign(instance: Instance): void {
	describe('the example of a broadcast that can be cut', () => {
		const { named, runSaved } = useExamples(instance);

		test.each([
			['notes every recipient, and sends to the rest when it is started again', false],
			['does so with a note before the send, for groups too', true],
		])('%s', async (title, noteFirst) => {
			const { api, sandbox } = instance;
			const [{ contacts }] = sandbox.lists;
			contacts.splice(3, 0, ...FAULTS.map((phone) => ({ ...contacts[0], phone })));
			const table = `Campaign ${title}`;
			const example = noting(await named('Broadcast that can be cut'), noteFirst);
			const workflow = await api.createWorkflow(
				instance.line === '1.x'
					? withTable(example, table, await api.createDataTable(table, COLUMNS))
					: withName(example, table),
			);
			const sentTo = () =>
				sandbox.requests
					.filter(({ method }) => method === 'POST')
					.map(({ body }) => body as { phone?: string; group_id?: string })
					.map(({ phone, group_id: group }) => phone ?? group);
			const everybody = contacts.map(({ phone }) => phone);

			await runSaved(workflow, 'Record the result');
			expect(sentTo()).toEqual(everybody);
			const expected = contacts.map(({ phone, name }) => ({
				phone,
				name,
				...(phone === REJECTED
					? { result: 'failed', send_again: 'yes', details: expect.stringContaining('HTTP 500') }
					: phone === CUT_OFF || phone === GATEWAY
						? { result: 'unconfirmed', send_again: 'no', details: expect.stringContaining('may ') }
						: { result: 'accepted', send_again: 'no', details: '' }),
			}));
			expect(await api.dataTableRows(table)).toMatchObject(expected);

			await runSaved(workflow, 'Record the result');
			expect(sentTo()).toEqual([...everybody, REJECTED]);
			expect(await api.dataTableRows(table)).toMatchObject(expected);
		});
	});
}

/** The node that notes recipients before the send, active or not. */
const noting = (example: SavedWorkflow, active: boolean): SavedWorkflow => ({
	...example,
	nodes: example.nodes.map((node) => (node.name === NOTE ? { ...node, disabled: !active } : node)),
});

/** The user's own name for the table. */
function withName(example: SavedWorkflow, table: string) {
	return withNodes(example, table, (node) =>
		node.name === CREATOR ? { ...node.parameters, tableName: table } : node.parameters,
	);
}

/** n8n 1.x cannot create a table in a workflow: it is chosen in three nodes, as the guide says. */
function withTable(example: SavedWorkflow, table: string, id: string) {
	const changed = withNodes(example, table, ({ parameters }) =>
		parameters.dataTableId
			? { ...parameters, dataTableId: { __rl: true, mode: 'list', value: id } }
			: parameters,
	);
	const { [CREATOR]: next, ...connections } = example.connections;
	return {
		...changed,
		nodes: changed.nodes.filter(({ name }) => name !== CREATOR),
		connections: { ...connections, 'Run manually': next },
	};
}

function withNodes(
	{ nodes, connections, settings }: SavedWorkflow,
	name: string,
	parametersOf: (node: N8nNode) => N8nNode['parameters'],
) {
	const changed = nodes.map((node) => ({ ...node, parameters: parametersOf(node) }));
	return { name, nodes: changed, connections, settings };
}
