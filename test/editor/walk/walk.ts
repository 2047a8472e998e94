import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { projectFolder } from '../../../rig/n8n/folders';
import type { Instance } from '../../../rig/startInstance';
import type { Editor } from '../../../rig/browser/editor';
import type { Parameters } from '../../../rig/browser/parameters';

/** What a step of the walk works with. */
export interface Walk {
	instance: Instance;
	browser: Browser;
	/** n8n on the left … */
	editor: Editor;
	/** … with the fields of its open node … */
	parameters: Parameters;
	/** … the sandbox's page on the right. */
	right: Page;
}

/** Steps by the names that docs/review-walk.md has for them, in its order. */
export type Steps = Record<string, (walk: Walk) => Promise<void>>;

/** The column "Step" of the walk's table. */
export async function stepsOfDocument(): Promise<string[]> {
	const file = path.join(projectFolder, 'docs', 'review-walk.md');
	const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\| \d/.test(line));
	return rows.map((row) => row.split('|')[2].trim());
}
