import type { Instance } from '../../../rig/startRig';
import { useExamples } from '../../../rig/workflows/examples';
import { withDelay } from '../../../rig/workflows/nodes';

const REJECTED = '447700900500';
const CUT_OFF = '447700900444';
const PROXY = '447700900502';

const text = ['phone', 'name', 'result', 'send_again', 'details'].map((name) => [name, 'string']);
const COLUMNS = { ...Object.fromEntries(text), is_group: 'boolean' };
const CREATOR = 'Table of this campaign';

const ALWAYS = { hours: { from: '00:00', to: '24:00' } };
const NEVER = { hours: { from: '09:00', to: '10:00', days: [otherDay()] } };

/** A day that is neither today nor yesterday in any time zone. */
function otherDay(): string {
	const inThreeDays = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
	return inThreeDays.toLocaleDateString('en', { weekday: 'short' }).toLowerCase();
}

/** The example that keeps its recipients in a Data Table, so that it can be started again. */
export function campaign(instance: Instance): void {
	const { named, runSaved } = useExamples(instance);

	/** The example with a table of this name, at any hour unless the options say otherwise. */
	const save = async (table: string, options: object = {}, noteFirst = false) => {
		const { api, line } = instance;
		const example = await named('Broadcast that resumes');
		const node = (name: string) => example.nodes.find((each) => each.name === name)!;
		node('Note them first').disabled = !noteFirst;
		Object.assign(node('Message each contact').parameters.options as object, {
			...withDelay(0),
			sendHours: ALWAYS,
			...options,
		});
		if (line === '2.x') node(CREATOR).parameters.tableName = table;
		else Object.assign(node(CREATOR), await idOfTable(api.createDataTable(table, COLUMNS)));
		const { nodes, connections, settings } = example;
		return await api.createWorkflow({ name: table, nodes, connections, settings });
	};

	/** n8n 1.x cannot create a table in a workflow: a node says which one it is, as in the guide. */
	const idOfTable = async (id: Promise<string>) => {
		const value = { id: 'id', name: 'id', type: 'string', value: await id };
		return {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments: [value] }, options: {} },
		};
	};

	const sentTo = () =>
		instance.sandbox.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => body as { phone?: string; group_id?: string })
			.map(({ phone, group_id: group }) => phone ?? group);
	const everybody = () => instance.sandbox.lists[0].contacts.map(({ phone }) => phone);
	/** The rows of recipients; the first row is about the execution. */
	const recipientsIn = async (table: string) => (await instance.api.dataTableRows(table)).slice(1);

	test.each([
		['notes every recipient, and sends to the rest when it is started again', false],
		['does so with a note before the send, for groups too', true],
	])('the example of a broadcast that resumes %s', async (title, noteFirst) => {
		const [{ contacts }] = instance.sandbox.lists;
		const faults = [REJECTED, CUT_OFF, PROXY].map((phone) => ({ ...contacts[0], phone }));
		contacts.splice(3, 0, ...faults);
		const table = `Campaign ${title}`;
		const workflow = await save(table, {}, noteFirst);
		const tomorrow = expect.stringMatching(/^from \d{4}-\d\d-\d\d$/);
		const details = expect.stringContaining('HTTP 500');
		const rejected = { result: 'failed', send_again: tomorrow, details };
		const unconfirmed = { result: 'unconfirmed', details: expect.stringContaining('may ') };
		const results: Record<string, object> = {
			[REJECTED]: rejected,
			[CUT_OFF]: unconfirmed,
			[PROXY]: unconfirmed,
		};
		const accepted = { result: 'accepted', send_again: 'no', details: '' };
		const expected = contacts.map(({ phone, name }) => ({
			...accepted,
			...results[phone],
			phone,
			name,
		}));

		for (const recipients of [everybody(), [...everybody(), REJECTED]]) {
			await runSaved(workflow, 'Record the result');
			expect(sentTo()).toEqual(recipients);
			expect(await recipientsIn(table)).toMatchObject(expected);
		}
	});

	test.each([
		['outside its hours', { sendHours: NEVER }, { result: 'waiting' }],
		['in a dry run', { dryRun: true }, { result: 'dry run' }],
	])('%s, it sends nothing and marks nobody as done', async (title, options, row) => {
		const table = `Campaign ${title}`;
		await runSaved(await save(table, options), 'Record the result');
		expect(sentTo()).toEqual([]);
		expect(await recipientsIn(table)).toEqual(
			everybody().map(() => expect.objectContaining({ ...row, send_again: 'yes' })),
		);
	});

	test('with a row "pause" it sends no further batch, and goes on without it', async () => {
		const { api } = instance;
		const table = 'Campaign that is paused';
		const workflow = await save(table, { maxPerExecution: 5 });
		await runSaved(workflow, '');
		await api.addDataTableRows(table, [{ phone: 'pause' }]);
		await runSaved(workflow, '');
		expect(sentTo()).toEqual(everybody().slice(0, 5));
		await api.deleteDataTableRows(table, 'phone', 'pause');
		await runSaved(workflow, '');
		expect(sentTo()).toEqual(everybody().slice(0, 10));
	});

	test('of three that are started at once, one sends', async () => {
		const { api } = instance;
		const table = 'Campaign started three times';
		const workflow = await save(table, withDelay(0.1));
		const start = async () => await api.executionEnded(await api.run(workflow, 'Run manually'));
		await Promise.all([start(), start(), start()]);
		expect(sentTo()).toEqual(everybody());
		const [mark] = await api.dataTableRows(table);
		expect(mark).toMatchObject({ phone: 'Execution', result: 'ended', details: '' });
	});
}
