import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { description } from '../contract/form';
import { postContacts, useReceiver } from './receiver';
import { getContacts, getLists, sendTexts, useSandbox } from './sandbox';

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
}

const root = join(__dirname, '..', '..');
const SCHEMAS = join(root, 'nodes', 'WhatsAppSender', '__schema__', 'v1.0.0');
const holder = useSandbox();
const bareHolder = useSandbox({ form: 'bare' });
const receiver = useReceiver();

/** Fields and their JSON types, in the order in which a table shows them: `status: integer`. */
function fieldsOf(json: IDataObject): string[] {
	const typeOf = (value: unknown) => (Number.isInteger(value) ? 'integer' : typeof value);
	return Object.entries(json).map(([name, value]) => `${name}: ${typeOf(value)}`);
}

const typed = ({ properties }: Schema) =>
	Object.entries(properties!).map(([name, { type }]) => `${name}: ${type}`);

/** What the editor offers of an operation before its first run. */
const offered = (operation: string) =>
	typed(JSON.parse(readFileSync(join(SCHEMAS, `${operation}.json`), 'utf8')) as Schema);

const data = { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' };
const item = { json: { phone: '6281234567890', text: 'Hello' }, binary: { data } };

async function sent(parameters: INodeParameters, { sandbox } = holder): Promise<IDataObject> {
	const { items: output, error } = await sendTexts(sandbox, { items: [item], parameters });
	if (error) throw error;
	return output[0].json;
}

const byUrl = { operation: 'sendMedia', mediaUrl: 'https://example.com/invoice.pdf' };
const upload = { operation: 'sendMedia', mediaSource: 'binary' };
const scheduled = { options: { sendAt: '2030-01-01T09:00:00' } };

describe('Before the first run the editor offers the fields that come out', () => {
	test('of every operation, and of nothing else', () => {
		const operations = description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as INodePropertyOptions[]).map(
					({ value }) => `${displayOptions?.show?.resource}/${value}.json`,
				),
			);
		const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(operations.sort());
	});

	test.each<[string, INodeParameters]>([
		['message/sendText', {}],
		['message/sendText', { recipientType: 'group', groupId: '120363025246125486@g.us' }],
		['message/sendMedia', byUrl],
		['message/sendMedia', upload],
	])('of %s with %j, in their order', async (operation, parameters) => {
		const fields = fieldsOf(await sent(parameters));
		expect(fields).toEqual(offered(operation).slice(0, fields.length));
	});

	test.each([
		['message/sendText', {}],
		['message/sendMedia', byUrl],
	])('of %s, those that only some messages have too', async (operation, parameters) => {
		const { sandbox } = holder;
		sandbox.onSend = (_request, attempt) => (attempt === 1 ? 'cut-after' : undefined);
		const options = { ...scheduled.options, eachRecipientOnce: true };
		const twice = { items: [item, item], parameters: { ...parameters, options } };
		const { items } = await sendTexts(sandbox, {
			...twice,
			retryOf: await sendTexts(sandbox, twice),
		});
		const [unconfirmed, skipped] = items.map(({ json }) => fieldsOf(json));
		expect([...new Set([...unconfirmed, ...skipped])]).toEqual(offered(operation));
	});

	test('of lists and contacts, for each of them', async () => {
		const { sandbox } = holder;
		const { items: lists } = await getLists(sandbox);
		expect(lists.length).toBeGreaterThan(1);
		for (const { json } of lists) expect(fieldsOf(json)).toEqual(offered('list/getLists'));

		const { items: entries } = await getContacts(sandbox, sandbox.lists[0].id);
		expect(new Set(entries.map(({ json }) => json.is_group))).toEqual(new Set([true, false]));
		for (const { json } of entries) {
			expect(fieldsOf(json)).toEqual(offered('list/getListContacts'));
		}
	});

	test('of Webhook List where the receiver responds without JSON of its own', async () => {
		const found: string[] = [];
		for (const body of ['', 'Thank you']) {
			receiver.answer = (reply) => reply.type('text/plain').send(body);
			const { items } = await postContacts(receiver);
			found.push(...fieldsOf(items[0].json));
		}
		expect(found).toEqual(offered('webhook/webhookList'));
	});
});

describe('With Simplify off', () => {
	const file = readFileSync(join(root, 'sandbox', 'service.openapi.yaml'), 'utf8');
	const { components } = parse(file) as { components: { schemas: Record<string, Schema> } };
	const envelope = components.schemas.SendEnvelope;

	test.each<[string, INodeParameters, typeof holder]>([
		['a text', {}, holder],
		['a file by its URL', byUrl, holder],
		['an upload', upload, holder],
		['a text whose response was bare', {}, bareHolder],
	])('%s gives the fields that the service documents', async (_sent, parameters, service) => {
		const json = await sent({ ...parameters, simplify: false }, service);
		expect(fieldsOf(json)).toEqual(typed(envelope));
		expect(fieldsOf(json.headers as IDataObject).sort()).toEqual(
			typed(envelope.properties!.headers).sort(),
		);
	});
});
