import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A field of the open node as a user sees it. */
export interface FieldSeen {
	/** Of the parameter; a notice has none. */
	name: string;
	label: string;
	/** A switch reads "on" or "off". */
	value: string;
	placeholder: string;
	hint: string;
	/** Whether n8n marks the field: something is missing here. */
	marked: boolean;
}

const READ_FIELDS = readFileSync(path.join(__dirname, 'readFields.js'), 'utf8');

/** All fields of the open node from top to bottom, those of its options too. */
export async function fieldsSeen(page: Page): Promise<FieldSeen[]> {
	return await page.evaluate(READ_FIELDS);
}
