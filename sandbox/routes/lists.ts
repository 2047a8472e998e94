import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from '../requests/recordedRequest';
import { validateRequest } from '../requests/validate';
import { cutConnection, delay, reject, respondArray, respondWithFault } from '../responses';
import type { Service } from '../sandbox';

/** How many contacts are returned without `all`: the size of a page is not shown (docs/service.md §4.4). */
const PAGE_SIZE = 100;

/** GET /lists/ (docs/service.md §4.3) and GET /lists/{id} (§4.4). */
export function listRoutes(app: FastifyInstance, service: Service): void {
	const { sandbox } = service;
	app.get('/lists/', async (request, reply) => {
		return await respond(service, request, reply, 'getLists', () =>
			sandbox.lists.map(({ id, title, updated_at, contacts }) => {
				return { id, title, contacts: contacts.length, updated_at };
			}),
		);
	});
	type Contacts = { Params: { id: string }; Querystring: { all?: string } };
	app.get<Contacts>('/lists/:id', async (request, reply) => {
		const { params, query } = request;
		return await respond(service, request, reply, 'getListContacts', () => {
			const contacts = sandbox.lists.find(({ id }) => id === params.id)?.contacts;
			return query.all === 'true' ? contacts : contacts?.slice(0, PAGE_SIZE);
		});
	});
}

/** @param find returns the data, or undefined if there is no such list */
async function respond(
	service: Service,
	{ recorded }: Pick<FastifyRequest, 'recorded'>,
	reply: FastifyReply,
	operation: 'getLists' | 'getListContacts',
	find: () => unknown[] | undefined,
): Promise<FastifyReply> {
	const { sandbox, journal, validators } = service;
	const path = recorded.path.slice(service.basePath.length);
	const problem = hasBody(recorded)
		? 'body: is not expected'
		: validateRequest(validators, operation, recorded, path);
	if (!(await delay(reply, sandbox.latency))) return cutConnection(reply);
	if (problem) return reject(service, reply, 400, problem);
	if (recorded.headers['api-key'] !== sandbox.apiKey) {
		return reject(service, reply, 404, 'The API key is not valid');
	}
	recorded.valid = true;
	const fault = sandbox.onLists?.(recorded);
	if (fault) {
		journal.reject(recorded, 'Test error', fault.status);
		return respondWithFault(reply, fault);
	}
	const data = find();
	if (!data) return reject(service, reply, 404, 'List not found');
	recorded.accepted = true;
	return respondArray(reply, sandbox.form, data);
}
