import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Does something in a page; where that fails, the error names a picture of the page as it then was. */
export async function picturedOnFailure(
	page: () => Page,
	name: string,
	act: () => Promise<void>,
): Promise<void> {
	try {
		await act();
	} catch (error) {
		const picture = path.join(tmpdir(), `ui-${name.replace(/\W+/g, '-').slice(0, 80)}.png`);
		await page()
			.screenshot({ path: picture })
			.catch(() => undefined);
		(error as Error).message += `\nThe page then: ${picture}`;
		throw error;
	}
}
