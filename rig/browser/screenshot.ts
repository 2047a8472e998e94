import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Does something in a page; where that fails, the error names a screenshot of the page as it then was. */
export async function screenshotOnFailure(
	page: () => Page,
	name: string,
	act: () => Promise<void>,
): Promise<void> {
	try {
		await act();
	} catch (error) {
		const screenshot = path.join(tmpdir(), `ui-${name.replace(/\W+/g, '-').slice(0, 80)}.png`);
		await page()
			.screenshot({ path: screenshot })
			.catch(() => undefined);
		(error as Error).message += `\nThe page then: ${screenshot}`;
		throw error;
	}
}
