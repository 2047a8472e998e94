import type { N8nLine } from '../../../rig/n8n/folders';
import { useDesk } from '../../../rig/browser/useEditor';
import { createCases } from '../cases';
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
		const desk = useDesk(line);
		let workflowId: string;
		finding(desk);

		describe('with a node for each case', () => {
			beforeAll(async () => {
				workflowId = await createCases(desk.instance);
				await desk.editor.openWorkflowById(workflowId);
			});
			afterEach(async () => {
				if (await desk.editor.at('ndv').isVisible()) await desk.editor.closeNode();
			});
			beforeRun(desk);
			formsSuite(desk);
			running(desk);
			failures(desk);
			credential(desk);
			listDropDown(desk, () => workflowId);
			darkTheme(desk, () => workflowId);
		});
	});
}
