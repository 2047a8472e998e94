import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useReceiver } from '../engine/receiver';

const project = join(__dirname, '..', '..');
const NODE = join('nodes', 'WhatsAppSender', 'WhatsAppSender.node');
const receiver = useReceiver();
const LISTS = [
	{ id: 'L1', title: 'Newsletter', contacts: 12 },
	{ id: 'L2', title: 'Customers', contacts: 3 },
];

/** What CONTRIBUTING says to change for a new operation. */
function changeInContributing(): string {
	const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const [, section] = text.split('## How to add an operation in ten minutes');
	return /```diff\n([\s\S]*?)```/.exec(section)![1];
}

describe('Whoever follows CONTRIBUTING word for word to add an operation', () => {
	let folder: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'contributing-'));
		for (const part of ['nodes', 'credentials', 'tsconfig.json', 'tsconfig.build.json']) {
			cpSync(join(project, part), join(folder, part), { recursive: true });
		}
		symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
		execFileSync('git', ['apply', '-'], { cwd: folder, input: changeInContributing() });
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('gets code whose types fit', () => {
		const compiler = require.resolve('typescript/bin/tsc');
		const args = [compiler, '--noEmit', '-p', 'tsconfig.build.json'];
		expect(() => execFileSync(process.execPath, args, { cwd: folder })).not.toThrow();
	}, 60_000);

	test.each([
		['a list by its ID', 'L2', [LISTS[1]], undefined],
		['words for an ID that is none', 'L3', [], 'List "L3" is not in your account'],
	])('gets an operation that gives %s', async (_case, value, expected, message) => {
		receiver.answer = () => LISTS;
		jest.resetModules();
		jest.doMock('../../nodes/WhatsAppSender/WhatsAppSender.node', () =>
			jest.requireActual(join(folder, NODE)),
		);
		const { runWorkflow } = await import('../engine/run');
		const { items, error } = await runWorkflow({
			credentials: { whatsAppSenderApi: { apiKey: 'a-key', baseUrl: receiver.url } },
			parameters: {
				resource: 'list',
				operation: 'getList',
				list: { __rl: true, mode: 'id', value },
			},
		});

		expect(error?.message).toBe(message);
		expect(items.map(({ json }) => json)).toEqual(expected);
		expect(receiver.received).toMatchObject([{ method: 'GET', url: '/lists/' }]);
		expect(receiver.received[0].headers).toMatchObject({ 'api-key': 'a-key' });
	});
});
