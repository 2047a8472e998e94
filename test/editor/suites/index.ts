import type { N8nLine } from '../../../rig/n8n/folders';
import { useEditor } from '../../../rig/browser/useEditor';
import { createCases } from '../cases';
import { agentTool } from './agentTool';
import { beforeRun } from './beforeRun';
import { credential } from './credential';
import { darkTheme } from './darkTheme';
import { failures } from './failures';
import { finding } from './finding';
import { formsSuite } from './forms';
import { listDropDown } from './listDropDown';
import { running } from './running';

/** What a user finds in the editor of a line. */
export function theEditor(line: N8nLine): void {
	describe(`the editor of n8n ${line}`, () => {
		const session = useEditor(line);
		let workflowId: string;
		finding(session);
		agentTool(session);

		describe('with a node for each case', () => {
			beforeAll(async () => {
				workflowId = await createCases(session.instance);
				await session.editor.openWorkflowById(workflowId);
			});
			afterEach(async () => {
				if (await session.editor.at('ndv').isVisible()) await session.editor.closeNode();
			});
			beforeRun(session);
			formsSuite(session);
			running(session);
			failures(session);
			credential(session);
			listDropDown(session, () => workflowId);
			darkTheme(session, () => workflowId);
		});
	});
}
