import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Expects that axe finds nothing by WCAG 2.2 AA and its own good practices, and that nothing is wider than the page. */
export async function expectAccessible(page: Page): Promise<void> {
	await page.evaluate(axe.source);
	const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
	const findings = violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
	);
	expect(findings).toEqual([]);
	const sizes = '[document.documentElement.scrollWidth, innerWidth]';
	const [content, window] = (await page.evaluate(sizes)) as number[];
	expect(content).toBeLessThanOrEqual(window);
}
