import { DateTime } from 'luxon';
import { createRequire } from 'node:module';
import path from 'node:path';
import { n8nFolder } from '../../../rig/n8n/folders';
import type { N8nNode } from '../../../rig/api/api';
import type { Instance } from '../../../rig/startRig';
import { lastExecution, outcomeOf } from '../../../rig/workflows/call';
import { FORM_LOGIN, useExamples } from '../../../rig/workflows/examples';
import {
	cells,
	download,
	openForm,
	submit,
	type Entries,
	type FormPage,
} from '../../../rig/workflows/forms';
import { until } from '../../../rig/until';

interface Excel {
	read(bytes: Buffer): { Sheets: Record<string, object>; SheetNames: string[] };
	utils: { sheet_to_json(sheet: object): Array<Record<string, string>> };
}
/** n8n's own library for spreadsheets. */
const excel = createRequire(path.join(n8nFolder, 'node_modules/n8n-nodes-base/package.json'))(
	'@e965/xlsx',
) as Excel;

/** The rows of the list that the last page saves. */
async function savedList(page: FormPage) {
	const file = await download(page);
	const { Sheets, SheetNames } = excel.read(Buffer.from(await file.arrayBuffer()));
	return excel.utils.sheet_to_json(Sheets[SheetNames[0]]);
}

const NAME = 'Broadcast or ask by a form';
const TEST = 'Test: send the first three texts to my number';
const CHANGE = 'Change the list, the message or the columns';
const LIST = 'Save the list of what happened so far';
const [AYU, BIMA, CITRA] = [1, 2, 3].map((index) => `628120001000${index}`);
const OWN = '+62 812-0001-0009';
const HEADS = ['Nama', 'HP', 'HP', 'Total'];
/** A title, an empty row, a second number, one number twice, and what cannot be sent. */
const PARENTS = cells(
	['Orang tua 2026', '', '', ''],
	HEADS,
	['Ayu', '0812-0001-0001', '', 'Rp1,500,000'],
	['', '', '', ''],
	['Bima', '', '0812 0001 0002', '10%'],
	['Citra', '0812-0001', '', '0007'],
	['Dewi', '021 5550 1234', '0812-0001-0004', 'US$5 $& {{ 1+1 }}'],
	['Eka', '0812-0001-0005', '', '5'],
	['Felipe', '+62 812-0001-0001', '', '5'],
	['Gita', '021 5550 1235', '', ''],
	['Dimas', '', '', '5'],
);
const people = (...names: string[]) =>
	cells(['Nama', 'HP'], ...names.map((name, index) => [name, `0812-0001-000${index + 1}`]));
const isLog = ({ result }: Record<string, unknown>) => result !== 'Begin';

/** The pages of "Broadcast or ask by a form", posted as a browser posts them. */
export function form(instance: Instance): void {
	describe(NAME, () => {
		const { named } = useExamples(instance);
		let workflowId = '';
		beforeAll(async () => {
			workflowId = (await named(NAME)).id;
		});
		const accepted = () => instance.sandbox.accepted;
		const recipients = () => accepted().map(({ recipient }) => recipient);
		const logOf = async (campaign: string) => {
			const lines = await instance.api.dataTableRows('WhatsApp log');
			const own = lines.filter((line) => line.campaign === campaign);
			return own.sort((one, other) => Number(one.id) - Number(other.id));
		};
		const resultsOf = async (campaign: string) =>
			(await logOf(campaign)).filter(isLog).map(({ name, result }) => `${name}: ${result}`);
		/** Fills in the first page. @returns the second one, or the first one again */
		const start = async (entries: Entries, path = 'whatsapp-broadcast') => {
			const page = await openForm(`${instance.n8n.url}/form/${path}`, FORM_LOGIN);
			return await submit(page, {
				...{ Message: 'Hello {Nama}', Country: '62', Seconds: '0 to 0' },
				...{ 'Send from': '00:00', 'Send until': '24:00', ...entries },
			});
		};
		const look = async (entries: Entries, columns: Entries = {}) =>
			await submit(await start(entries), columns);
		const answer = async (page: FormPage, What: string, entries: Entries = {}) =>
			await submit(page, { What, ...entries });
		/** Copies the workflow, with its own marks of campaigns, under another address. */
		const copy = async (path: string, change: (nodes: N8nNode[]) => void = () => {}) => {
			const workflow = structuredClone(await named(NAME));
			for (const [name, own] of [
				['Start', path],
				['Answer', `${path}-answer`],
			]) {
				const { parameters } = workflow.nodes.find((node) => node.name === name)!;
				Object.assign(parameters.options as object, { path: own });
			}
			change(workflow.nodes);
			return await instance.api.createWorkflow({ ...workflow, id: undefined, name: path });
		};
		const publishCopy = async (path: string, change?: (nodes: N8nNode[]) => void) => {
			const { id } = await copy(path, change);
			await instance.api.activate(id);
			return id;
		};

		test('a pasted list, a look, a test, a change, and a true list', async () => {
			const first = await start({
				...{ 'Your list': PARENTS, Message: '*{nama}*: <b>{Total}</b> {Nickname}' },
				...{ Campaign: 'Spring offer', People: cells(['Nama', 'HP'], ['Eka', '0812****0005']) },
			});
			expect(first.title).toBe('Please correct this');
			expect(first.text).toContain('Your list has no column {Nickname}');
			expect(first.text).toContain('“0812****0005” hides digits');
			const columns = await submit(first, {
				Message: '*{nama}*: <b>{Total}</b>',
				People: cells(['Nama', 'HP'], ['Eka', '+62 812-0001-0005'], ['Doni', '']),
			});
			expect(columns.text).toContain('8 rows, from Ayu to Dimas');
			expect(columns.text).toContain('Unsubscribed: 1 numbers in 3 lines');
			let page = await submit(columns, { 'Column with the number': 'HP', Second: 'HP (2)' });
			expect(page.title).toBe('4 of 8 would get the message');
			for (const shown of [
				`Ayu | ${AYU} | Open | *Ayu*: <b>Rp1,500,000</b>`,
				'Dewi | 6281200010004 | Open, {{ 1+1 }} is left in the text, second number, the first is 021 5550 1234 | *Dewi*: <b>US$5 $& {{ 1+1 }}</b>',
				'Gita | 622155501235 | Open, landline, Total is empty',
				'Citra | 0812-0001 | Wrong number: "0812-0001" is not a valid number',
				'Eka | 6281200010005 | Left out: unsubscribed',
				`Felipe | ${AYU} | Left out: same number as Ayu`,
				'Dimas |  | Wrong number: none in this row',
				'Numbers: 4 in +62',
			])
				expect(page.text).toContain(shown);
			expect(accepted()).toEqual([]);

			// With a + before it, it would be a number of Japan.
			page = await answer(page, TEST, { 'My number': '81234567890' });
			expect(page.text).toContain('Test to 81234567890: Phone "no + before 81234567890" is not');
			expect(accepted()).toEqual([]);
			page = await answer(page, TEST, { 'My number': OWN });
			expect(page.text).toContain(`Test to ${OWN}: did it arrive, and look right?`);
			expect(new Set(recipients())).toEqual(new Set(['6281200010009']));
			instance.sandbox.reset();

			page = await submit(await answer(page, CHANGE), { Message: '{Nama}: {Total}' });
			page = await answer(await submit(page), 'Send');
			expect(page.title).toBe('4 of 8 got the message');
			expect(accepted()).toMatchObject([
				{ recipient: AYU, text: 'Ayu: Rp1,500,000' },
				{ recipient: BIMA, text: 'Bima: 10%' },
				{ recipient: '6281200010004', text: 'Dewi: US$5 $& {{ 1+1 }}' },
				{ recipient: '622155501235', text: 'Gita: ' },
			]);
			const time = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
			const list = await savedList(page);
			expect(list).toHaveLength(8);
			expect(list.slice(0, 3)).toMatchObject([
				{ name: 'Ayu', number: AYU, text: 'Ayu: Rp1,500,000', result: 'Accepted', time },
				{ name: 'Bima', number: BIMA, result: 'Accepted', time },
				{ name: 'Citra', result: expect.stringMatching(/^Wrong number: "0812-0001"/) },
			]);
			expect(await resultsOf('Spring offer')).toEqual(
				['Ayu', 'Bima', 'Dewi', 'Gita'].map((name) => `${name}: Accepted`),
			);
			expect((await lastExecution(instance, workflowId)).status).toBe('success');
		});

		test('the next day, only the rest is sent, and no line of the log is changed', async () => {
			const first = { 'Your list': people('Ayu', 'José'), Campaign: 'Été 1' };
			await download(await answer(await look(first), 'Send'));
			const before = await logOf('Été 1');
			instance.sandbox.reset();

			const second = cells(
				['Nama', 'HP'],
				['José', '62 812 0001 0002'],
				['Müller', '0812-0001-0003'],
			);
			let page = await look({ 'Your list': second, Campaign: 'ete  1' });
			expect(page.title).toBe('1 of 2 would get the message');
			expect(page.text).toContain('Got it: 2');
			page = await answer(page, 'Send');
			expect(accepted()).toMatchObject([{ recipient: CITRA, text: 'Hello Müller' }]);
			// Ayu is not in the second list.
			expect((await savedList(page)).map(({ name }) => name)).toEqual(['José', 'Müller', 'Ayu']);
			const after = await logOf('Été 1');
			expect(after.slice(0, before.length)).toEqual(before);
			expect(after).toHaveLength(before.length + 1);
			instance.sandbox.reset();

			page = await look({ 'Your list': second, Campaign: 'Été 1' });
			expect(page.title).toBe('2 of 2 got the message');
			expect(page.fields[0].options).toEqual([CHANGE, LIST]);
			page = await answer(page, LIST);
			expect(await savedList(page)).toHaveLength(3);
			// The log is read by campaign, however long it is.
			const { items } = outcomeOf(await lastExecution(instance, workflowId), 'Log');
			const others = items.filter(({ json }) => json.campaign !== 'Été 1');
			expect(others.map(({ json }) => json.result)).toEqual(others.map(() => 'Begin'));
			expect(accepted()).toEqual([]);
		});

		test('siblings with one number each get a message, and the campaign stays as it was begun', async () => {
			const children = cells(
				['Nama', 'HP', 'NIS'],
				['Felipe', '0812-0001-0001', '17'],
				['Sofia', '0812-0001-0001', '18'],
			);
			const entries = { 'Your list': children, Campaign: 'Trip' };
			const byId = { 'Column that': 'NIS' };
			const page = await look(entries, byId);
			expect(page.title).toBe('2 of 2 would get the message');
			await download(await answer(page, 'Send'));
			expect(accepted()).toMatchObject([{ text: 'Hello Felipe' }, { text: 'Hello Sofia' }]);
			instance.sandbox.reset();

			const picture = new File(['a picture'], 'offer.png', { type: 'image/png' });
			for (const again of [
				await look(entries),
				await look({ ...entries, Picture: picture }, byId),
			]) {
				expect(again.title).toBe('Please correct this');
				expect(again.text).toContain('“Trip” was sent as Text, told apart by NIS');
			}
			expect(accepted()).toEqual([]);
		});

		test('a picture arrives with each message, also in the test', async () => {
			const picture = new File(['a picture'], 'offer.png', { type: 'image/png' });
			const entries = { 'Your list': people('Ayu', 'Bima'), Picture: picture };
			let page = await look({ ...entries, Campaign: 'Picture' });
			page = await answer(page, TEST, { 'My number': OWN });
			await download(await answer(page, 'Send'));
			const file = { filename: 'offer.png', mimetype: 'image/png' };
			expect(accepted()).toMatchObject([
				{ recipient: '6281200010009', file },
				{ recipient: '6281200010009', file },
				{ recipient: AYU, file, text: 'Hello Ayu' },
				{ recipient: BIMA, file, text: 'Hello Bima' },
			]);
		});

		test('in the evening it says from when, a test goes out, and nothing else', async () => {
			// n8n's default time zone.
			const now = DateTime.now().setZone('America/New_York');
			const from = now.plus({ hours: 2 }).toFormat('HH:00');
			const hours = { 'Send from': from, 'Send until': now.plus({ hours: 3 }).toFormat('HH:00') };
			const until = hours['Send until'] === '00:00' ? { 'Send until': '24:00' } : {};
			const entries = { 'Your list': people('Ayu'), Campaign: 'Night', ...hours, ...until };
			let page = await look(entries);
			expect(page.title).toBe(`1 of 1 would get the message from ${from}`);
			page = await answer(page, TEST, { 'My number': OWN });
			expect(recipients()).toEqual(['6281200010009']);
			// Somebody posts it all the same.
			page.fields[0].options.push('Send');
			page = await answer(page, 'Send');
			expect(page.title).toBe('0 of 1 got the message');
			expect(accepted()).toHaveLength(1);
			await download(page);
			expect(await resultsOf('Night')).toEqual([]);
		});

		test('what a stranger or an old page posts sends nothing', async () => {
			const entries = { 'Your list': people('Ayu'), Campaign: 'Stranger' };
			const columns = await start(entries);
			const asLook = { ...columns.fields[0], label: 'What', isRadio: true, options: [] };
			// "Send" on page 2, and an answer of page 2 on page 3.
			const page = await submit({ ...columns, fields: [asLook] }, { What: 'Send' });
			expect(page.title).toBe('0 of 1 would get the message');
			const again = await submit(await answer(page, CHANGE));
			const old = await submit(again, { 'Column with the number': 'HP' });
			const asColumns = old.fields.map((field) => ({ ...field, options: [] }));
			const third = await answer({ ...old, fields: asColumns }, 'HP');
			expect(third.title).toBe('1 of 1 would get the message');
			// Meanwhile, another tab has changed the list.
			const first = await answer(third, CHANGE);
			const other = await submit(await submit(first, { 'Your list': people('Ayu', 'Bima') }));
			expect(other.title).toBe('2 of 2 would get the message');
			const after = await answer({ ...third, url: other.url }, 'Send');
			expect(after.title).toBe('2 of 2 would get the message');
			expect(accepted()).toEqual([]);
		});

		test('a page that nobody answers ends by itself and sends nothing', async () => {
			const id = await publishCopy('abandoned', (nodes) => {
				const { parameters } = nodes.find(({ name }) => name === 'Page')!;
				// Only page 3 has a list.
				const seconds = '={{ $json.list ? 1 : 300 }}';
				Object.assign(parameters, { resumeAmount: seconds, resumeUnit: 'seconds' });
			});
			await submit(await start({ 'Your list': people('Ayu'), Campaign: 'Left' }, 'abandoned'));
			const { status } = await lastExecution(instance, id);
			expect(status).toBe('success');
			expect(accepted()).toEqual([]);
		});

		test('two tabs that send at once reach each person once', async () => {
			const entries = { 'Your list': people('Ayu', 'Bima', 'Citra'), Campaign: 'Tabs' };
			const pages = [await look(entries), await look(entries)];
			const ends = await Promise.all(pages.map(async (page) => await answer(page, 'Send')));
			expect(ends.map(({ title }) => title)).toEqual(Array(2).fill('3 of 3 got the message'));
			expect(recipients().sort()).toEqual([AYU, BIMA, CITRA]);
		});

		test('an imported copy sends nothing to who is in the log', async () => {
			const entries = { 'Your list': people('Ayu'), Campaign: 'Imported' };
			await download(await answer(await look(entries), 'Send'));
			instance.sandbox.reset();
			await publishCopy('imported');
			const more = { ...entries, 'Your list': people('Ayu', 'Bima') };
			const page = await submit(await start(more, 'imported'));
			expect(page.text).toContain('Got it: 1');
			await download(await answer(page, 'Send'));
			expect(recipients()).toEqual([BIMA]);
		});

		test('people answer by their link, and a reminder goes to those who have not', async () => {
			const Message = 'May {Nama} come? {Link}';
			const entries = { 'Your list': people('Ayu', 'Bima', 'Citra'), Message };
			await download(await answer(await look({ ...entries, Campaign: 'May trip' }), 'Send'));
			const linkOf = ({ text }: { text: string }) => /http\S+/.exec(text)![0];
			const [ayu, bima, citra] = accepted().map(linkOf);
			const reply = async (link: string, Your: string, Do = '') =>
				(await submit(await openForm(link), { Your, Do })).text;
			expect(await reply(ayu, 'Yes')).toContain('We have your answer: Yes');
			expect(await reply(ayu, 'No', 'She is ill')).toContain('We have your answer: No');
			for (const id of ['%', '', '_'.repeat(24), 'f'.repeat(24)]) {
				const link = citra.replace(/id=.*/, `id=${encodeURIComponent(id)}`);
				expect((await openForm(link)).html).toContain('We do not know this link');
				await expect(reply(link, 'Yes')).rejects.toThrow('no other page: success');
			}
			expect((await resultsOf('May trip')).slice(3)).toEqual([
				'Ayu: Answer: Yes',
				'Ayu: Answer: No',
			]);
			instance.sandbox.reset();

			const page = await look({ ...entries, Campaign: 'Reminder' }, { Remind: 'May trip' });
			expect(page.text).toContain(`Ayu | ${AYU} | Left out: answered No`);
			expect(page.title).toBe('2 of 3 would get the message');
			await download(await answer(page, 'Send'));
			expect(accepted().map(linkOf)).toEqual([bima, citra]);
			await reply(bima, 'Yes');
			const list = await answer(await look({ ...entries, Campaign: 'May trip' }), LIST);
			expect((await savedList(list)).map(({ answer, remark }) => [answer, remark])).toEqual([
				['No', 'She is ill'],
				['Yes', ''],
				['', ''],
			]);
		});

		test('a list of which nothing could be sent ends in red, and says why', async () => {
			instance.sandbox.onSend = () => ({ status: 500, body: 'Not connected' });
			const page = await look({ 'Your list': people('Ayu', 'Bima'), Campaign: 'Rejected' });
			const end = await answer(page, 'Send');
			expect(end.title).toBe('0 of 2 got the message');
			expect(end.text).toContain('Not all got it? Open the form again with the same list');
			expect(end.text).toContain('Have not got it yet: 2');
			expect(end.html).toContain('h1 { color: #c00000 !important; }');
			await download(end);
			const { status, data } = await lastExecution(instance, workflowId);
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(/^0 of 2 got the message. Ayu: Not sent: /);
		});

		test('Retry of a look that failed sends nothing', async () => {
			const { api } = instance;
			const next = (nodes: N8nNode[]) => nodes.find(({ name }) => name === 'Next')!.parameters;
			const jsCode = String(next((await named(NAME)).nodes).jsCode);
			const id = await publishCopy('failing', (nodes) => {
				next(nodes).jsCode = `if ($prevNode.name === 'Text') throw new Error('Broken');\n${jsCode}`;
			});
			const entries = { 'Your list': people('Ayu'), Campaign: 'Failing' };
			await expect(submit(await start(entries, 'failing'))).rejects.toThrow('no other page: error');
			const failed = await lastExecution(instance, id);
			const workflow = await api.workflow(id);
			next(workflow.nodes).jsCode = jsCode;
			await api.updateWorkflow(workflow);
			for (const [loadWorkflow, status] of [
				[false, 'error'],
				[true, 'waiting'],
			] as const) {
				await api.retryExecution(failed.id, loadWorkflow);
				const newest = async () => (await api.executions(id, 1))[0];
				await until(async () => (await newest()).status === status);
				expect(await newest()).toMatchObject({ retryOf: failed.id });
			}
			expect(accepted()).toEqual([]);
		});

		test('strangers stay out of the form, and n8n does not publish it without a login', async () => {
			const url = `${instance.n8n.url}/form/whatsapp-broadcast`;
			const open = async (method: string) =>
				(await fetch(url, { method, body: method === 'POST' ? new FormData() : undefined })).status;
			expect([await open('GET'), await open('POST')]).toEqual([401, 401]);
			const { id } = await copy('without-a-login', (nodes) => {
				delete nodes.find(({ name }) => name === 'Start')!.credentials;
			});
			await expect(instance.api.activate(id)).rejects.toThrow('Missing required credential');
		});
	});
}
