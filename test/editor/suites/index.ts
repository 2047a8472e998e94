import { useEditor } from '../../../rig/browser/browser';
import type { N8nLine } from '../../../rig/n8n/folders';
import { createCases } from '../cases';
import { agentTool, choosing } from './choosing';
import { finding, showing } from './showing';

/** What a user finds in the editor of a line. */
export function theEditor(line: N8nLine): void {
	describe(`the editor of n8n ${line}`, () => {
		const session = useEditor(line);
		finding(session);
		agentTool(session);

		describe('with a node for each case', () => {
			beforeAll(async () => {
				await session.editor.openWorkflowById(await createCases(session.instance));
			});
			afterEach(async () => {
				if (await session.editor.at('ndv').isVisible()) await session.editor.closeNode();
			});
			showing(session);
			choosing(session);
		});
	});
}
