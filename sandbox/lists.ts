import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cutConnection, delay, reject, respondWith } from './responses';
import type { Service } from './sandbox';
import { validateRequest } from './validate';

/** The contacts of a response without `all`. The service's own number is not shown (service.md §4.4). */
const PAGE_SIZE = 100;

/** GET /lists/ (service.md §4.3) and GET /lists/{id} (§4.4). */
export function listRoutes(app: FastifyInstance, service: Service): void {
	const { sandbox } = service;
	app.get('/lists/', async (request, reply) => {
		return await handle(service, request, reply, 'getLists', () =>
			sandbox.lists.map(({ id, title, updated_at, contacts }) => {
				return { id, title, contacts: contacts.length, updated_at };
			}),
		);
	});
	type Contacts = { Params: { id: string }; Querystring: { all?: string } };
	app.get<Contacts>('/lists/:id', async (request, reply) => {
		const { params, query } = request;
		return await handle(service, request, reply, 'getListContacts', () => {
			const list = sandbox.lists.find(({ id }) => id === params.id);
			return query.all === 'true' ? list?.contacts : list?.contacts.slice(0, PAGE_SIZE);
		});
	});
}

/** @param find returns the data, or undefined if there is no such list */
async function handle(
	service: Service,
	{ recorded }: Pick<FastifyRequest, 'recorded'>,
	reply: FastifyReply,
	operation: 'getLists' | 'getListContacts',
	find: () => unknown,
): Promise<FastifyReply> {
	const { sandbox, basePath, validators } = service;
	const { path, headers } = recorded;
	const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
	const problem = hasBody
		? 'body: is not expected'
		: validateRequest(validators, operation, recorded, path.slice(basePath.length));
	if (!(await delay(reply, sandbox.latency))) return cutConnection(reply);
	if (problem) return reject(service, reply, problem);
	if (headers['api-key'] !== sandbox.apiKey)
		return reject(service, reply, 'The API key is not valid', { status: 404 });
	recorded.valid = true;
	const fault = sandbox.onLists?.(recorded);
	if (fault === 'cut-before') return cutConnection(reply);
	if (fault) return reject(service, reply, 'Test error', fault);
	const data = find();
	if (!data) return reject(service, reply, 'List not found', { status: 404 });
	recorded.accepted = true;
	return respondWith(reply, sandbox, data);
}
