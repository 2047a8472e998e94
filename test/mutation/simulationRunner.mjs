import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the instrumented node looks which change is on, and notes those that it comes to. */
const stryker = (globalThis.__stryker__ ??= {});

/**
 * A test runner for Stryker whose tests are broadcasts of a seed: a change is noticed where one of them
 * breaks a promise. Each broadcast runs the node's modules anew, so what runs on loading is changed, too.
 */
class SimulationRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Of the copy of the project that Stryker has instrumented.
		const load = createRequire(path.resolve('package.json'));
		load('tsx/cjs');
		const { broadcast } = load('./test/simulation/broadcast.ts');
		const { restart } = load('./test/simulation/nodeProcess.ts');
		const { violationsOf } = load('./test/simulation/judge.ts');
		const { openAccounts, partsOf } = load('./test/simulation/parts.ts');
		const { plans } = load('./test/simulation/plan.ts');
		const { sample } = load('fast-check');
		const { SEED = 7, COUNT = 2000, AT_MOST = COUNT } = process.env;
		this.atMost = Number(AT_MOST);
		const accounts = await openAccounts();
		this.violations = async (plan) => {
			restart();
			return violationsOf(plan, await broadcast(accounts, plan));
		};
		this.plans = Object.fromEntries(
			partsOf(Number(SEED), Number(COUNT)).flatMap(({ seed, count }) =>
				sample(plans, { seed, numRuns: count }).map((plan, at) => [`${seed}, ${at + 1}`, plan]),
			),
		);
	}

	async dryRun() {
		const tests = [];
		for (const id of Object.keys(this.plans)) tests.push(await this.test(id));
		return { status: 'complete', tests, mutantCoverage: stryker.mutantCoverage };
	}

	async mutantRun({ activeMutant, hitLimit, testFilter = Object.keys(this.plans) }) {
		Object.assign(stryker, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
		const tried = testFilter.slice(0, this.atMost);
		for (const [at, id] of tried.entries()) {
			const { failureMessage } = await this.test(id);
			if (stryker.hitCount > hitLimit) return { status: 'timeout' };
			const killed = { status: 'killed', killedBy: [id], failureMessage, nrOfTests: at + 1 };
			if (failureMessage) return killed;
		}
		return { status: 'survived', nrOfTests: tried.length };
	}

	/** @param id seed, and which of its broadcasts */
	async test(id) {
		stryker.currentTestId = id;
		const begun = Date.now();
		const broken = await this.violations(this.plans[id]).catch((error) => [String(error)]);
		const result = { id, name: id, timeSpentMs: Date.now() - begun };
		const [passed, failed] = [0, 1];
		return broken.length === 0
			? { ...result, status: passed }
			: { ...result, status: failed, failureMessage: broken.join('; ') };
	}
}

/** The fields of the form are tested where n8n shows them. */
const form = {
	shouldIgnore: (path) =>
		path.isObjectExpression() && path.node.properties.some(({ key }) => key?.name === 'displayName')
			? 'A field of the form'
			: undefined,
};

export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'simulation', injectableClass: SimulationRunner },
	{ kind: 'Ignore', name: 'form', value: form },
];
