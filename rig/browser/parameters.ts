import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

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
