import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { examplesFolder } from '../../../rig/n8n/folders';
import { jsonOf } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import type { Instance } from '../../../rig/startInstance';
import { node } from '../../../rig/workflows/nodes';

async function nameIn(file: string): Promise<string> {
	const text = await readFile(path.join(examplesFolder, file), 'utf8');
	return (JSON.parse(text) as { name: string }).name;
}

/** Examples that need nothing but n8n and the service. */
export function examples(instance: Instance): void {
	const newsletter = () => instance.sandbox.lists[0].contacts;
	const asked = () =>
		instance.sandbox.requests
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => (body as { phone: string }).phone);

	describe('the example', () => {
		const { import: importAgain, named, run, runSaved } = useExamples(instance);

		test('workflows are all imported, once only, with "First message" changed last: n8n shows it first', async () => {
			expect(await importAgain()).toEqual([]);
			const names = await Promise.all((await readdir(examplesFolder)).map(nameIn));
			const listed = (await instance.api.workflows()).filter(({ name }) => names.includes(name));
			const [top] = listed.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
			expect(top.name).toBe('First message');
			expect(listed.map(({ name }) => name).sort()).toEqual(names.sort());
		});

		test('sends a first message', async () => {
			const { items } = await run('First message', 'Send a text');
			expect(jsonOf(items)).toMatchObject([{ success: true, recipient: '62000010010001' }]);
			expect(instance.sandbox.accepted).toMatchObject([
				{ text: 'Hello from n8n 👋\nThis is my first message.' },
			]);
		});

		test('broadcasts to a list', async () => {
			const { items } = await run('Broadcast to a list', 'Message each contact');
			expect(items).toHaveLength(14);
			expect(instance.sandbox.accepted).toMatchObject(
				newsletter().map(({ phone, name }) => ({
					recipient: phone,
					text: expect.stringContaining(`Hello ${name},`),
				})),
			);
		});

		test('broadcasts to new customers, each once', async () => {
			const { items } = await run('Broadcast without repeats', 'Send the offer');
			expect(asked().filter(Boolean)).toEqual([
				'62000010010001',
				'62000010010002',
				'62000010010003',
			]);
			expect(jsonOf(items).map(({ reason }) => reason)).toEqual([
				undefined,
				undefined,
				'duplicate',
				'neverSendTo',
				undefined,
			]);
		});

		test('uploads a generated file', async () => {
			await run('Upload a generated file', 'Send the file');
			expect(instance.sandbox.accepted).toMatchObject([
				{ recipient: '62000010010001', file: { filename: 'orders.csv', mimetype: 'text/csv' } },
			]);
			expect(instance.sandbox.requests[0].rawBody?.toString()).toContain(
				'order,customer,total\n1001,Ayu Lestari,250000\n',
			);
		});

		test('sends a generated PDF that a PDF reader can read', async () => {
			const { name, nodes, connections, settings } = await named('Send a generated PDF');
			const reader = node('Read it', 'n8n-nodes-base.readPDF', {});
			const toReader = { node: reader.name, type: 'main', index: 0 };
			const toSend = { node: 'Send the PDF', type: 'main', index: 0 };
			const withReader = await instance.api.createWorkflow({
				name: `${name}, read back`,
				nodes: [...nodes, reader],
				connections: { ...connections, 'Make the file': { main: [[toSend, toReader]] } },
				settings,
			});
			const { items } = await runSaved(withReader, 'Read it');
			const [{ text, numpages }] = jsonOf(items);
			expect(numpages).toBe(1);
			expect(text).toContain('Invoice 2026-1001\nFor Zoë Müller (Café Ayu)');
			expect(text).toContain('Total: 265,000');
			expect(instance.sandbox.accepted).toMatchObject([
				{
					recipient: '62000010010001',
					text: expect.stringContaining('here is your invoice'),
					file: { filename: 'invoice-2026-1001.pdf', mimetype: 'application/pdf' },
				},
			]);
		});

		test('logs failed recipients with the reason', async () => {
			const { execution, items } = await run('Send with an error branch', 'Log failed recipients');
			expect(jsonOf(items)).toEqual([
				{ phone: '6200000000500', error: expect.stringContaining('was not accepted (HTTP 500)') },
			]);
			const accepted = execution.data.resultData.runData['Log accepted messages'][0].data!.main[0]!;
			expect(jsonOf(accepted)).toEqual([
				{ accepted: '62000010010001' },
				{ accepted: '62000010010003' },
			]);
		});

		test('tries again only what was not accepted, and nothing where On Error is Continue', async () => {
			const { items } = await run('Retry what failed', 'Send the text');
			expect(items).toHaveLength(3);
			const [ayu, busyAtFirst, citra] = ['62000010010001', '6200000000503', '62000010010003'];
			expect(asked()).toEqual([ayu, busyAtFirst, busyAtFirst, citra]);

			instance.sandbox.reset();
			// n8n tries again only where the first item failed.
			const { name, nodes, connections, settings } = await named('Retry what failed');
			const continuing = nodes.map((each) =>
				each.name === 'Send the text' ? { ...each, onError: 'continueRegularOutput' } : each,
			);
			const changed = { name: `${name}, continuing`, nodes: continuing, connections, settings };
			await runSaved(await instance.api.createWorkflow(changed), 'Send the text');
			expect(asked()).toEqual([ayu, busyAtFirst, citra]);
		});

		test('sends from a sub-workflow', async () => {
			const { items } = await run('Sub-workflow that sends', 'Call this workflow');
			expect(jsonOf(items)).toMatchObject([{ success: true, recipient: '62000010010001' }]);
			expect(instance.sandbox.accepted).toMatchObject([{ text: 'Sent by a sub-workflow' }]);
		});
	});
}
