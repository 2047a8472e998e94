import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerArray } from '../answers/envelope';
import { answerFault, cutConnection } from '../answers/faultAnswer';
import { pause } from '../answers/pause';
import { refusalOf } from '../description/refusal';
import type { Service } from '../service';
import { refuse } from './refuse';

/** How many contacts come without `all`. The interface does not show a page's size or shape (§4.4). */
const PAGE_SIZE = 100;

/** GET /lists/ (§4.3) and GET /lists/{id} (§4.4). */
export function listRoutes(app: FastifyInstance, service: Service): void {
	app.get('/lists/', async (request, reply) => {
		const { sandbox } = service;
		return await handle(service, request, reply, 'getLists', () =>
			sandbox.lists.map(({ id, title, updated_at, contacts }) => ({ id, title, contacts: contacts.length, updated_at })),
		);
	});
	app.get<{ Params: { id: string }; Querystring: { all?: string } }>('/lists/:id', async (request, reply) => {
		const { id } = request.params;
		return await handle(service, request, reply, 'getListContacts', () => {
			const contacts = service.sandbox.lists.find((list) => list.id === id)?.contacts;
			return request.query.all === 'true' ? contacts : contacts?.slice(0, PAGE_SIZE);
		});
	});
}

/** @param find gives the data, or undefined where there is no such list */
async function handle(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	operation: 'getLists' | 'getListContacts',
	find: () => unknown[] | undefined,
): Promise<FastifyReply> {
	const { recorded } = request;
	const path = recorded.path.slice(service.basePath.length);
	const problem = bodyOf(request) ?? refusalOf(service.description, operation, recorded, path);
	if (!(await pause(reply, service.sandbox.latency, service.closing))) return cutConnection(reply);
	if (problem) return refuse(service, reply, 400, problem);
	if (request.headers['api-key'] !== service.sandbox.apiKey) {
		return refuse(service, reply, 404, 'The API key is not valid');
	}
	recorded.valid = true;
	const fault = service.sandbox.onLists?.(recorded);
	if (fault) {
		service.journal.refuse(recorded, 'A fault on demand', fault.status);
		return answerFault(reply, fault);
	}
	const data = find();
	if (!data) return refuse(service, reply, 404, 'List not found');
	recorded.accepted = true;
	return answerArray(reply, service.sandbox.form, data);
}

function bodyOf({ headers }: FastifyRequest): string | undefined {
	const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
	return isEmpty ? undefined : 'body: is not expected (§4.3)';
}
