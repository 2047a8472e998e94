import type { SavedWorkflow } from '../api/apiTypes';
import { prepareDemo } from './demo';
import { outcomeOf, type Outcome } from './call';
import type { Instance } from '../startInstance';

export interface Examples {
	/** Imports them as `npm start` does. */
	import(): ReturnType<typeof prepareDemo>;
	named(name: string): Promise<SavedWorkflow>;
	/** Runs one by hand, as it was imported, and expects success. */
	run(name: string, lastNode: string): Promise<Outcome>;
	/** Runs a workflow by hand and expects success. */
	runSaved(workflow: SavedWorkflow, lastNode: string): Promise<Outcome>;
}

/** The workflows in `examples/`, imported before the tests of one `describe`. */
export function useExamples(instance: Instance): Examples {
	const examples: Examples = {
		async import() {
			const { url: baseUrl, apiKey } = instance.sandbox;
			return await prepareDemo(instance.api, { baseUrl, apiKey });
		},
		async named(name) {
			const found = (await instance.api.workflows()).find((workflow) => workflow.name === name);
			return await instance.api.workflow(String(found?.id));
		},
		run: async (name, lastNode) => await examples.runSaved(await examples.named(name), lastNode),
		async runSaved(workflow, lastNode) {
			const id = await instance.api.run(workflow, 'Run manually');
			const execution = await instance.api.executionEnded(id);
			expect(execution.data.resultData.error).toBeUndefined();
			expect(execution.status).toBe('success');
			return outcomeOf(execution, lastNode);
		},
	};
	beforeAll(async () => void (await examples.import()));
	return examples;
}
