import type { Locator, Page } from 'playwright-core';

/** What a user does in n8n's editor, in its words, on both lines; every wait is Playwright's own. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	at(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	async open(path: string): Promise<void> {
		// Its scripts go on loading; what a step needs is waited for.
		await this.page.goto(`${this.url}${path}`, { waitUntil: 'commit' });
	}

	async openNewWorkflow(): Promise<void> {
		await this.open('/workflow/new');
		await this.at('canvas-add-button').waitFor();
	}

	async openWorkflow(name: string): Promise<void> {
		await this.open('/home/workflows');
		await this.page.getByText(name, { exact: true }).first().click();
		await this.at('canvas-node').first().waitFor();
	}

	async openWorkflowById(id: string): Promise<void> {
		await this.open(`/workflow/${id}`);
		await this.at('canvas-node').first().waitFor();
	}

	/** Types into the node panel, which is opened where it is not yet. */
	async search(text: string): Promise<void> {
		const field = this.at('node-creator-search-bar');
		if (!(await field.isVisible())) await this.at('node-creator-plus-button').first().click();
		await field.fill(text);
	}

	async clickText(text: string): Promise<void> {
		await this.page.getByText(text, { exact: true }).first().click();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.at('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.at('ndv-close-button').or(this.at('back-to-canvas')).click();
		await this.at('ndv').waitFor({ state: 'hidden' });
	}

	async executeStep(): Promise<void> {
		await this.at('node-execute-button').click();
	}

	/** The output panel of the open node, once all these texts are in it. */
	async output(...texts: string[]): Promise<void> {
		await shows(this.at('output-panel'), ...texts);
	}
}

/** Waits until a part of the page has all these texts in it. */
export async function shows(part: Locator, ...texts: string[]): Promise<void> {
	for (const text of texts) await part.filter({ hasText: text }).first().waitFor();
}

/** The fields of the open node, by the names of their parameters. */
export class Parameters {
	constructor(private readonly editor: Editor) {}

	/** The whole row of a parameter, whatever its field looks like. */
	row(parameter: string): Locator {
		const options = this.editor.at(`${parameter}-parameter-input-options-container`);
		return this.editor.at('parameter-item').filter({ has: options }).last();
	}

	async fill(parameter: string, value: string): Promise<void> {
		await this.field(parameter).locator('input, textarea').first().fill(value);
	}

	async toggle(parameter: string): Promise<void> {
		await this.field(parameter).locator('.el-switch').click();
	}

	async choices(parameter: string): Promise<Locator> {
		await this.field(parameter).click();
		return await this.opened('parameter-input-item');
	}

	async choose(parameter: string, choice: string): Promise<void> {
		// The description of another choice may have the word too.
		const named = this.editor.page.getByText(choice, { exact: true });
		await (await this.choices(parameter)).filter({ has: named }).first().click();
	}

	async optionsOffered(): Promise<string[]> {
		await this.addOptionField.click();
		const names = await (await this.opened('collection-parameter-option')).allInnerTexts();
		await this.addOptionField.click();
		return names;
	}

	async addOption(label: string): Promise<void> {
		await this.addOptionField.click();
		const named = this.editor.page.getByText(label, { exact: true });
		await (await this.opened('collection-parameter-option')).filter({ has: named }).first().click();
	}

	private field(parameter: string): Locator {
		return this.editor.at(`parameter-input-${parameter}`);
	}

	private get addOptionField(): Locator {
		const form = this.editor.at('node-parameters');
		return form.getByPlaceholder('Add option').filter({ visible: true }).first();
	}

	private async opened(testId: string): Promise<Locator> {
		const items = this.editor.at(testId).filter({ visible: true });
		await items.first().waitFor();
		return items;
	}
}
