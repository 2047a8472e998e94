import type { FastifyInstance } from 'fastify';
import { recordAccount } from './recording';
import { cutConnection, delay, reject, respondWith } from './responses';
import type { Sandbox, Service } from './sandbox';
import { validateRequest } from './validate';

/** The contacts of a response without `all`. The service's own number is not shown (service.md §4.4). */
const PAGE_SIZE = 100;

/** GET /lists/ (service.md §4.3) and GET /lists/{id} (§4.4). */
const operations = { '/lists/': 'getLists', '/lists/:id': 'getListContacts' } as const;

type Contacts = { Params: { id?: string }; Querystring: { all?: string } };

export function listRoutes(app: FastifyInstance, service: Service): void {
	const { sandbox, basePath, validators } = service;
	for (const [route, operation] of Object.entries(operations)) {
		app.get<Contacts>(route, async ({ recorded, params, query }, reply) => {
			const { path, headers } = recorded;
			const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
			const problem = hasBody
				? 'body: is not expected'
				: validateRequest(validators, operation, recorded, path.slice(basePath.length));
			if (!(await delay(reply, sandbox.latency))) return cutConnection(reply);
			if (problem) return reject(service, reply, problem);
			if (!recordAccount(recorded, sandbox, headers['api-key']))
				return reject(service, reply, 'The API key is not valid', { status: 404 });
			recorded.valid = true;
			const fault = sandbox.onLists?.(recorded);
			if (fault === 'cut-before') return cutConnection(reply);
			if (fault) return reject(service, reply, 'Test error', fault);
			const data =
				operation === 'getLists' ? summaries(sandbox) : contactsOf(sandbox, params, query);
			if (!data) return reject(service, reply, 'List not found', { status: 404 });
			recorded.accepted = true;
			return respondWith(reply, sandbox, data);
		});
	}
}

const summaries = ({ lists }: Sandbox) =>
	lists.map(({ id, title, contacts, updated_at }) => {
		return { id, title, contacts: contacts.length, updated_at };
	});

/** @returns undefined if there is no such list */
function contactsOf({ lists }: Sandbox, list: Contacts['Params'], query: Contacts['Querystring']) {
	const contacts = lists.find(({ id }) => id === list.id)?.contacts;
	return query.all === 'true' ? contacts : contacts?.slice(0, PAGE_SIZE);
}
