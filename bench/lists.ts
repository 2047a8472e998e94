import { setTimeout as pause } from 'node:timers/promises';
import type { N8nNode } from '../rig/api/apiTypes';
import { httpRequest as request, node, SENDER_TYPE } from '../rig/workflows/nodes';
import { API_KEY, publish, startBenchN8n, type Access, type BenchN8n } from './n8n';
import { atMost, count, duration, type Target } from './page';
import type { Service } from './service';
import { sideBySide, usageOf, type Usage } from './usage';

/** One method of getting all contacts of a list. */
type Reader = (list: string, access: Access) => N8nNode[];

const thisNode: Reader = (value, { credentials }) => {
	const list = { __rl: true, mode: 'id', value };
	const parameters = { resource: 'list', operation: 'getListContacts', list, returnAll: true };
	return [node('Contacts', SENDER_TYPE, parameters, { credentials })];
};

const httpRequest: Reader = (list, { url }) => {
	const headerParameters = { parameters: [{ name: 'api-key', value: API_KEY }] };
	const fields = { url: `${url}/lists/${list}?all=true`, sendHeaders: true, headerParameters };
	const split = { fieldToSplitOut: 'data', options: {} };
	return [request('Request', fields), node('Contacts', 'n8n-nodes-base.splitOut', split)];
};

const CONTACTS = 100_000;

/** Reads a long list, each time with an n8n that has just started. */
export async function measureLists({ url }: Service): Promise<Target[]> {
	await using n8n = await startBenchN8n(url);
	const [ours, theirs] = await compareLists(n8n, CONTACTS, n8n.restart);
	const times = `${duration(ours.time)} and ${duration(theirs.time)}`;
	const what = `${count(CONTACTS)} contacts of a list: time ÷ HTTP Request and Split Out (${times})`;
	return [atMost(what, 1, ours.time / theirs.time)];
}

/** Reads a list of so many contacts five times. @param before is done before each */
export async function compareLists(
	n8n: BenchN8n,
	contacts: number,
	before: () => Promise<void> = async () => {},
): Promise<Usage[]> {
	const list = `contacts-${contacts}`;
	return await sideBySide([thisNode, httpRequest], 5, async (reader) => {
		await before();
		// What is loaded once only is not counted.
		const warmUp = await publish(n8n, reader('contacts-100', n8n.access));
		await warmUp({});
		const run = await publish(n8n, reader(list, n8n.access));
		// The service writes its response before n8n asks for it.
		await (await fetch(`${n8n.access.url}/lists/${list}`)).body?.cancel();
		await pause(1000);
		return await usageOf(n8n.n8n, async () => await run({}));
	});
}
