import type { Instance } from '../../rig/startRig';
import { sender } from '../../rig/workflows/call';
import { chain, node } from '../../rig/workflows/nodes';
import { formOf, frameOf, type Frame, type Pages } from './frames';

/** An open node: its form, and its output where it is run. */
interface OpenNode {
	parameters: Record<string, unknown>;
	/** Of its input; one empty item by default. */
	items?: object[];
	/** These texts are in its output. Without them it is not run. */
	output?: string[];
	/** Of the window: room for all columns of a table, or all fields of a form. */
	size?: object;
	/** The output alone, down to the end of its table. */
	onlyOutput?: boolean;
}

const PHONE = '6281234567890';
const sendText = { resource: 'message', operation: 'sendText' };
const eachPerson = { ...sendText, phone: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' };

/** The first list of the sandbox, as the field of a list stores it. */
function firstList({ sandbox }: Instance): object {
	const [{ id, title, contacts }] = sandbox.lists;
	const cachedResultName = `${title} (${contacts.length})`;
	return { __rl: true, mode: 'list', value: id, cachedResultName };
}

export const nodes: Record<string, (instance: Instance) => OpenNode> = {
	'send-text': () => ({
		parameters: {
			...sendText,
			phone: '+62 812-3456-7890',
			text: 'Hello Ayu, your order is on its way.',
		},
		output: ['1 item', 'recipient'],
	}),
	'get-list-contacts': (instance) => {
		const all = { list: firstList(instance), returnAll: true };
		const parameters = { resource: 'list', operation: 'getListContacts', ...all };
		// The panel ends where a column does.
		return { parameters, output: ['Ayu Lestari'], size: { width: 1434 } };
	},
	'error-panel': ({ sandbox }) => {
		const [first, second, third, ...rest] = sandbox.lists[0].contacts.slice(0, 5);
		const items = [first, second, { ...third, phone: '447700900500' }, ...rest];
		return { parameters: eachPerson, items, output: ['Accepted: 2 of 5'] };
	},
	'dry-run': (instance) => {
		const neverSendTo = firstList(instance);
		const options = {
			dryRun: true,
			eachRecipientOnce: true,
			neverSendTo,
			delay: { seconds: { min: 45, max: 45 } },
		};
		const [{ phone, name }] = instance.sandbox.lists[0].contacts;
		const items = [
			{ phone: '+62 812-3456-7890', name: 'Citra Dewi' },
			{ phone, name },
			{ phone: '6281234567891', name: 'Budi Santoso' },
			{ phone: '6281234567890', name: 'Citra Dewi' },
			{ phone: '6281234567892', name: 'Dewa Putra' },
		];
		const parameters = { ...eachPerson, options };
		const output = ['3 of 5 would be sent'];
		return { parameters, items, output, size: { width: 2140 }, onlyOutput: true };
	},
	'ask-form': () => {
		const values = { approvalType: 'double', approveLabel: 'Send it' };
		const message = 'May invoice 1001 for 200 € be sent to Ayu Lestari?';
		const question = { phone: PHONE, message, approvalOptions: { values } };
		const parameters = { resource: 'message', operation: 'sendAndWait', ...question };
		return { parameters, size: { height: 1300 } };
	},
};

/** Opens a node in a workflow of its own, and runs it. */
export async function showNode({ editor, instance }: Pages, shown: OpenNode): Promise<Frame> {
	const { parameters, items, output, size, onlyOutput } = shown;
	const { page } = editor;
	if (size) await page.setViewportSize({ ...page.viewportSize()!, ...size });
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const opened = sender(instance, parameters, { position: [250, 0] });
	const { id } = await instance.api.createWorkflow({
		name: 'Screenshots',
		nodes: [start, opened],
		connections: chain(start, opened),
		pinData: items ? { Start: items.map((json) => ({ json })) } : {},
	});
	await editor.openWorkflowById(id);
	await editor.openNode(opened.name);
	// Away from the form, which shows more under the mouse.
	await page.mouse.move(0, 0);
	if (!output) return await formOf(editor);
	await editor.executeStep();
	await editor.output(...output);
	if (!onlyOutput) return await formOf(editor, true);
	const panel = editor.at('output-panel');
	const { clip: table } = await frameOf(panel.locator('table'));
	const { clip } = await frameOf(panel);
	return await frameOf(panel, { height: table.y + table.height - clip.y + 20 });
}
