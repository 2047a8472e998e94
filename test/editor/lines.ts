import type { N8nLine } from '../../rig/n8n/folders';

/** What the editor does by itself, and one of the lines does not. */
const LACKS = {
	/** 1.x shows the name alone. */
	'describes the node among the results of a search': ['1.x'],
	/** 1.x has a button for it. */
	'saves a workflow by itself': ['1.x'],
	/** 1.x leaves it open, with the result of the test in it. */
	'closes a credential that was saved and works': ['1.x'],
} as const satisfies Record<string, readonly N8nLine[]>;

/** Whether the editor of a line does this; everything that is not named above both do. */
export function editorOf(line: N8nLine, does: keyof typeof LACKS): boolean {
	return !(LACKS[does] as readonly N8nLine[]).includes(line);
}
