import { DateTime } from 'luxon';
import { createRequire } from 'node:module';
import path from 'node:path';
import { n8nFolder } from '../../../rig/n8n/folders';
import type { Instance } from '../../../rig/startRig';
import { lastExecution } from '../../../rig/workflows/call';
import { useExamples } from '../../../rig/workflows/examples';
import {
	download,
	openForm,
	submit,
	type Entries,
	type FormPage,
} from '../../../rig/workflows/forms';
import { until } from '../../../rig/until';

type Cell = string | number | Date;
interface Excel {
	read(bytes: Buffer): { Sheets: Record<string, object>; SheetNames: string[] };
	write(book: object, options: object): Buffer;
	utils: {
		aoa_to_sheet(rows: Cell[][], options: object): object;
		sheet_to_json(sheet: object): object[];
	};
}
/** n8n's own library for spreadsheets. */
const excel = createRequire(path.join(n8nFolder, 'node_modules/n8n-nodes-base/package.json'))(
	'@e965/xlsx',
) as Excel;

/** An Excel file as Excel saves it: a date is a number with a format. */
export function xlsx(name: string, rows: Cell[][]): File {
	const Sheet = excel.utils.aoa_to_sheet(rows, { UTC: true });
	const book = { SheetNames: ['Sheet'], Sheets: { Sheet } };
	return new File([new Uint8Array(excel.write(book, { type: 'buffer', bookType: 'xlsx' }))], name);
}
const csv = (name: string, ...lines: string[]) => new File([lines.join('\r\n')], name);
const date = (text: string) => new Date(`${text}T00:00Z`);

/** The rows of the list that the last page saves. */
export async function savedList(page: FormPage): Promise<Array<Record<string, unknown>>> {
	const file = await download(page);
	const { Sheets, SheetNames } = excel.read(Buffer.from(await file.arrayBuffer()));
	return excel.utils.sheet_to_json(Sheets[SheetNames[0]]) as Array<Record<string, unknown>>;
}

const anyTime = { Hours: '00:00 to 24:00' };
const HEADER = ['Nama', 'No HP', 'HP 2', 'Tanggal', 'Total'];
const [AYU, BIMA] = [1, 2].map((index) => `628120001000${index}`);
const LANDLINE = '622155501234';
const OWN = '6281200010009';
/** A title, an empty row, a date, a number that a formula made, a second number, siblings, and what cannot be sent. */
const PARENTS: Cell[][] = [
	['Orang tua 2026'],
	HEADER,
	['Ayu', '0812-0001-0001', '', date('2026-12-05'), 59.97],
	[],
	['Bima', '', '0812 0001 0002', date('2026-12-06'), 0.1 + 0.2],
	['Citra', '0812-0001', '', date('2026-12-07'), 5],
	['Dewi', '021 5550 1234', '', '', 5],
	['Eka', 6281200010005, '', date('2026-12-07'), 5],
	['Felipe', '+62 812-0001-0001', '', date('2026-12-07'), 5],
	['Dimas', '', '', date('2026-12-07'), 5],
];
const stop = csv('stop.csv', 'Nama;HP', 'Eka;0812-0001-0005');
const MESSAGE = 'Hello {nama},\ncome on {Tanggal}: {Total}';

/** The pages of "Broadcast by a form", posted as a browser posts them. */
export function form(instance: Instance): void {
	describe('Broadcast by a form', () => {
		const { named } = useExamples(instance);
		let workflowId = '';
		beforeAll(async () => {
			workflowId = (await named('Broadcast by a form')).id;
		});
		const accepted = () => instance.sandbox.accepted;
		const recipients = () => accepted().map(({ recipient }) => recipient);
		/** Fills in the first page. @returns the second one */
		const start = async (entries: Entries) => {
			const page = await openForm(`${instance.n8n.url}/form/whatsapp-broadcast`);
			return await submit(page, { ...anyTime, Country: '62', Message: 'Hello {Nama}', ...entries });
		};
		const answer = async (page: FormPage, What: string, entries: Entries = {}) =>
			await submit(page, { What, ...entries });
		const optionsOf = ({ fields }: FormPage, label: string) =>
			fields.find((field) => field.label.startsWith(label))!.options;
		const ended = async () => await lastExecution(instance, workflowId);
		const tableOf = async (campaign: string) => {
			const rows = await instance.api.dataTableRows(`Broadcast “${campaign}”`);
			return rows.sort((one, other) => Number(one.row) - Number(other.row));
		};
		const resultsOf = (rows: Array<Record<string, unknown>>) =>
			Object.fromEntries(rows.map(({ name, result }) => [name, result]));

		test('an Excel file, a look, a test, a change, and a true list', async () => {
			const columns = await start({
				'Your list': xlsx('parents.xlsx', PARENTS),
				Message: `${MESSAGE} {Nickname}`,
				Campaign: 'Spring offer',
				'People who': stop,
			});
			expect(columns.text).toContain('3 | Ayu | 0812-0001-0001 |  | 05/12/2026 | 59.97');
			expect(columns.text).toContain('5 | Bima |  | 0812 0001 0002 | 06/12/2026 | 0.3');
			expect(columns.fields.map(({ value }) => value)).toEqual(['No HP', 'None', 'Nama', 'None']);
			expect(optionsOf(columns, 'Column with the number')).toEqual(HEADER);
			let page = await submit(columns, { Second: 'HP 2' });
			expect(page.title).toBe('3 of 7 would get the message');
			expect(page.text).toContain('Your list has no column {Nickname}');

			page = await answer(page, 'Test: three messages to my number', { 'My number': OWN });
			expect(page.text).toContain(`Test: 3 sent to ${OWN}`);
			expect(recipients()).toEqual([OWN, OWN, OWN]);
			instance.sandbox.reset();

			page = await submit(await answer(page, 'Change the list or the message'), {
				Message: MESSAGE,
			});
			page = await submit(page);
			expect(page.text).not.toContain('{Nickname}');
			for (const shown of [
				'Hello Ayu,\ncome on 05/12/2026: 59.97',
				'7 | Dewi | 622155501234 | Check: landline, Tanggal is empty',
				'6 | Citra | 0812-0001 | Wrong number: "0812-0001" has 7 digits after 0',
				'8 | Eka | 6281200010005 | Left out: unsubscribed',
				`9 | Felipe | ${AYU} | Left out: same number as row 3`,
				'10 | Dimas |  | Wrong number: none in this row',
			])
				expect(page.text).toContain(shown);
			expect(accepted()).toEqual([]);

			page = await answer(page, 'Send');
			expect(page.title).toBe('3 of 7 accepted');
			expect(accepted()).toMatchObject([
				{ recipient: AYU, text: 'Hello Ayu,\ncome on 05/12/2026: 59.97' },
				{ recipient: BIMA, text: 'Hello Bima,\ncome on 06/12/2026: 0.3' },
				{ recipient: LANDLINE, text: 'Hello Dewi,\ncome on : 5' },
			]);
			const time = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
			const list = await savedList(page);
			const [ayu, bima, citra, dewi, eka, felipe, dimas] = list;
			const text = 'Hello Ayu,\ncome on 05/12/2026: 59.97';
			expect(ayu).toEqual({ row: 3, name: 'Ayu', number: AYU, text, result: 'Accepted', time });
			expect(bima).toMatchObject({ row: 5, number: BIMA, result: 'Accepted' });
			expect(citra).toMatchObject({ result: expect.stringMatching(/^Wrong number: "0812-0001"/) });
			expect(dewi).toMatchObject({ result: 'Check: landline, Tanggal is empty', time });
			expect(eka).toMatchObject({ result: 'Left out: unsubscribed' });
			expect(felipe).toMatchObject({ row: 9, result: 'Left out: same number as row 3' });
			expect(dimas).toMatchObject({ row: 10, result: 'Wrong number: none in this row' });
			expect(list).toHaveLength(7);
			const lines = await tableOf('Spring offer');
			expect(lines).toMatchObject(list.map(({ row, result, text }) => ({ row, result, text })));
			expect((await ended()).status).toBe('success');
		});

		test('who comes again with the same campaign sends only the rest, from a .csv, too', async () => {
			// As Excel saves it with Western settings: not UTF-8.
			const western = (...lines: string[]) => [
				Buffer.from(['Nama;No HP', ...lines].join('\r\n'), 'latin1'),
			];
			const first = western('Ayu;0812-0001-0001', 'José;0812-0001', 'Citra;0812-0001-0003');
			let page = await start({ 'Your list': new File(first, 'a.csv'), Campaign: 'Summer' });
			page = await answer(await submit(page), 'Send');
			expect(page.title).toBe('2 of 3 accepted');
			expect((await download(page)).name).toMatch(/^Summer .*\.csv$/);
			instance.sandbox.reset();

			// The next day: another case, one row is corrected, one is new, one was deleted.
			const second = csv(
				'b.csv',
				'Nama;No HP',
				'José;0812-0001-0002',
				'Ayu;62 812 0001 0001',
				'Müller;0812-0001-0004',
			);
			page = await start({ 'Your list': second, Campaign: 'SUMMER' });
			expect(page.fields.at(-1)).toMatchObject({ value: 'Summer' });
			page = await submit(page);
			expect(page.text).toContain('1 got it before');
			expect(page.title).toBe('2 of 3 would get the message');
			page = await answer(page, 'Send');
			expect(accepted()).toMatchObject([
				{ recipient: BIMA, text: 'Hello José' },
				{ text: 'Hello Müller' },
			]);
			await download(page);
			expect(resultsOf(await tableOf('Summer'))).toEqual({
				José: 'Accepted',
				Ayu: 'Accepted',
				Müller: 'Accepted',
				Citra: 'Accepted',
			});
			instance.sandbox.reset();

			page = await submit(await start({ 'Your list': second, Campaign: 'Summer' }));
			expect(page.title).toBe('0 of 3 can be sent now');
			expect(optionsOf(page, 'What')).not.toContain('Send');
			page = await answer(page, 'List: save what happened so far');
			expect((await download(page)).name).toMatch(/\.csv$/);
			expect(accepted()).toEqual([]);
		});

		test('siblings with one number each get a message, by the ID of their row', async () => {
			const children = csv(
				'c.csv',
				'Nama;No HP;NIS',
				'Felipe;0812-0001-0001;17',
				'Sofia;0812-0001-0001;18',
			);
			const entries = { 'Your list': children, Campaign: 'Trip' };
			const page = await submit(await start(entries), { 'Column that': 'NIS' });
			expect(page.title).toBe('2 of 2 would get the message');
			await download(await answer(page, 'Send'));
			expect(accepted()).toMatchObject([{ text: 'Hello Felipe' }, { text: 'Hello Sofia' }]);
			expect(resultsOf(await tableOf('Trip'))).toEqual({ Felipe: 'Accepted', Sofia: 'Accepted' });
			instance.sandbox.reset();

			// Without the ID, it would be another campaign of the node, for everyone.
			let again = await submit(await start(entries));
			expect(again.text).toContain('“Trip” was sent as text, one for each NIS');
			expect(optionsOf(again, 'What')).not.toContain('Send');
			again = await submit(await answer(again, 'Change the list or the message'));
			again = await submit(again, { 'Column that': 'NIS' });
			expect(again.title).toBe('0 of 2 can be sent now');
			expect(accepted()).toEqual([]);
		});

		test('a picture arrives with each message, also in the test', async () => {
			const picture = new File(['a picture'], 'offer.png', { type: 'image/png' });
			const people = csv('d.csv', 'Nama;No HP', 'Ayu;0812-0001-0001', 'Bima;0812-0001-0002');
			const entries = { 'Your list': people, 'A picture': picture, Campaign: 'Picture' };
			let page = await submit(await start(entries));
			page = await answer(page, 'Test: three messages to my number', { 'My number': OWN });
			await download(await answer(page, 'Send'));
			const file = { filename: 'offer.png', mimetype: 'image/png' };
			expect(accepted()).toMatchObject([
				{ recipient: OWN, file },
				{ recipient: OWN, file },
				{ recipient: AYU, file, text: 'Hello Ayu' },
				{ recipient: BIMA, file, text: 'Hello Bima' },
			]);
		});

		test.each(['Messages', 'In plain words'])(
			'Retry of a look that failed in "%s" sends nothing',
			async (name) => {
				const { api } = instance;
				const workflow = await named('Broadcast by a form');
				const nodeOf = (name: string) => workflow.nodes.find((node) => node.name === name)!;
				const path = `whatsapp-broadcast-${name.length}`;
				Object.assign(nodeOf('Start').parameters.options as object, { path });
				const { parameters } = nodeOf(name);
				const { jsCode } = parameters;
				const failure =
					"if ($('Choices').last().json.message === 'Bye') throw new Error('Broken');";
				parameters.jsCode = `${failure}\n${jsCode}`;
				const failing = await api.createWorkflow({ ...workflow, id: undefined, name: path });
				await api.activate(failing.id);
				const people = csv('e.csv', 'Nama;No HP', 'Citra;0812-0001-0003');
				let page = await openForm(`${instance.n8n.url}/form/${path}`);
				const entries = { Message: 'Hello', Country: '62', Campaign: path };
				page = await submit(page, { ...anyTime, ...entries, 'Your list': people });
				page = await submit(page);
				expect(page.title).toBe('1 of 1 would get the message');
				page = await answer(page, 'Change the list or the message');
				page = await submit(page, { Message: 'Bye' });
				await expect(submit(page)).rejects.toThrow('no other page: error');
				const failed = await lastExecution(instance, failing.id);
				expect(failed.data.resultData.error?.message).toContain('Broken');

				parameters.jsCode = jsCode;
				await api.updateWorkflow({ ...(await api.workflow(failing.id)), nodes: workflow.nodes });
				for (const [loadWorkflow, status] of [
					[false, 'error'],
					[true, 'waiting'],
				] as const) {
					await api.retryExecution(failed.id, loadWorkflow);
					const [newest] = await api.executions(failing.id, 1);
					expect(newest).toMatchObject({ status, retryOf: failed.id });
				}
				expect(accepted()).toEqual([]);
			},
		);

		test('a list of which nothing could be sent ends in red, and says what to do', async () => {
			instance.sandbox.onSend = () => ({ status: 500, body: 'Not connected' });
			const people = csv('f.csv', 'Nama;No HP', 'Ayu;0812-0001-0001', 'Bima;0812-0001-0002');
			let page = await submit(await start({ 'Your list': people, Campaign: 'Rejected' }));
			page = await answer(page, 'Send');
			expect(page.title).toBe('0 of 2 could be sent');
			expect(page.text).toContain('Correct these rows in your list, open the form again');
			expect(page.html).toContain('.header h1 { color: #c00000; }');
			await download(page);
			const { status, data } = await ended();
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(
				/^0 of 2 could be sent. Row 2 \(Ayu\): Not sent: /,
			);
		});

		test('a file that cannot be read is named, and another one takes its place', async () => {
			const broken = new File([Buffer.from('PK\x03\x04 no Excel file', 'latin1')], 'broken.xlsx');
			const change = await start({ 'Your list': broken, Campaign: 'Closed' });
			expect(change.text).toContain('broken.xlsx could not be read');
			const people = csv('g.csv', 'Nama;No HP', 'Ayu;0812-0001-0001');
			const page = await submit(await submit(change, { 'Another list': people }));
			expect(page.title).toBe('1 of 1 would get the message');
		});

		test('Basic Auth in Start keeps strangers out, as the docs say', async () => {
			const { api, n8n } = instance;
			const login = { user: 'ana', password: 'a secret of hers' };
			const credential = { type: 'httpBasicAuth', name: 'Form', data: login };
			const { id, name } = await api.createCredential(credential);
			const workflow = await named('Broadcast by a form');
			const start = workflow.nodes.find((node) => node.name === 'Start')!;
			const path = 'whatsapp-broadcast-protected';
			Object.assign(start, { credentials: { httpBasicAuth: { id, name } } });
			Object.assign(start.parameters, { authentication: 'basicAuth' });
			Object.assign(start.parameters.options as object, { path });
			const copy = await api.createWorkflow({ ...workflow, id: undefined, name: path });
			await api.activate(copy.id);
			const authorization = `Basic ${btoa(`${login.user}:${login.password}`)}`;
			const bodyOf = (method: string) => (method === 'POST' ? new FormData() : undefined);
			const open = async (method: string, headers = {}) =>
				(await fetch(`${n8n.url}/form/${path}`, { method, headers, body: bodyOf(method) })).status;
			await until(async () => (await open('GET', { authorization })) === 200);
			expect([await open('GET'), await open('POST')]).toEqual([401, 401]);
			expect(await api.executions(copy.id, 1)).toEqual([]);
		});

		test('outside its hours, it says when to come again', async () => {
			// n8n's default.
			const now = DateTime.now().setZone('America/New_York');
			const Hours = `${now.plus({ hours: 2 }).hour}:00 to ${now.plus({ hours: 3 }).hour}:00`;
			const people = csv('h.csv', 'Nama;No HP', 'Ayu;0812-0001-0001');
			const entries = { 'Your list': people, Campaign: 'Night', Hours };
			const page = await submit(await start(entries));
			expect(page.text).toMatch(/It is \d\d:\d\d in America\/New_York/);
			expect(page.text).toContain(`Waiting: outside ${Hours}`);
			expect(optionsOf(page, 'What')).toEqual(['Change the list or the message']);
		});
	});
}
