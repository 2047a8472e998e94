import type { SavedWorkflow } from '../../../rig/api/apiTypes';
import { jsonOf, outcomeOf, sender } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { chain, node } from '../../../rig/workflows/nodes';
import { openEditor } from '../../../rig/workflows/editorPush';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';

/** What the editor's buttons do: the whole workflow, one node again, with data pinned or not. */
export function editorRuns(instance: Instance): void {
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const items = node(
		'Items',
		'n8n-nodes-base.set',
		{ mode: 'raw', jsonOutput: JSON.stringify({ items: people(3) }), options: {} },
		{ typeVersion: 3.4 },
	);
	const split = node('Split', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'items', options: {} });
	const workflow = async (pinData: object = {}): Promise<SavedWorkflow> => {
		const message = { phone: '={{ $json.phone }}', text: 'Hello' };
		const last = sender(instance, message, { retryOnFail: true, waitBetweenTries: 10 });
		const nodes = [start, items, split, last];
		return await instance.api.createWorkflow({
			name: 'Run by hand',
			nodes,
			connections: chain(...nodes),
			settings: { executionOrder: 'v1' },
			pinData: pinData as Record<string, unknown>,
		});
	};
	const accepted = () => instance.sandbox.accepted.map(({ recipient }) => recipient);
	const all = { triggerToStartFrom: { name: 'Start' } };
	const upTo = (nodeName: string) => ({ destinationNode: { nodeName, mode: 'inclusive' } });

	describe('from the editor', () => {
		let editor: Awaited<ReturnType<typeof openEditor>>;
		beforeAll(async () => void (editor = await openEditor(instance)));
		afterAll(async () => await editor.close());

		test('a node that is run again sends again, each time what it is given', async () => {
			const saved = await workflow();
			const first = await editor.run(saved, all);
			expect(accepted()).toEqual(phonesOf(people(3)));

			const { Start, Items, Split } = first.data.resultData.runData;
			const runData = { Start, Items, Split };
			for (const times of [2, 3]) {
				const again = await editor.run(saved, { ...upTo('Sender'), runData, dirtyNodeNames: [] });
				const { resultData } = again.data;
				expect(jsonOf(outcomeOf(again, 'Sender').items)).toHaveLength(3);
				expect(resultData.runData.Start[0].startTime).toBe(runData.Start[0].startTime);
				expect(accepted()).toEqual(
					Array(times)
						.fill(phonesOf(people(3)))
						.flat(),
				);
			}
		});

		test('a run up to the node before it sends nothing', async () => {
			await editor.run(await workflow(), { ...all, ...upTo('Split') });
			expect(instance.sandbox.requests).toEqual([]);
		});

		test('pinned data stands for the node, which sends nothing', async () => {
			const pinned = [{ json: { success: true, recipient: 'pinned' } }];
			const execution = await editor.run(await workflow({ Sender: pinned }), all);
			expect(jsonOf(outcomeOf(execution, 'Sender').items)).toMatchObject([{ recipient: 'pinned' }]);
			expect(instance.sandbox.requests).toEqual([]);
		});

		test('data pinned before it is what it sends', async () => {
			const pinned = people(1).map((json) => ({ json }));
			await editor.run(await workflow({ Split: pinned }), all);
			expect(accepted()).toEqual(phonesOf(people(1)));
		});
	});
}
