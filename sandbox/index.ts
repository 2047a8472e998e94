import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { chatModelRoutes } from './chatModel';
import { demoLists } from './demoLists';
import { Journal } from './journal';
import { addJsonParser } from './parseBody';
import { recordRequests, recordUnknownRequests } from './recording';
import { loadValidators } from './validate';
import { listRoutes } from './lists';
import { pageRoutes } from './page/routes';
import { sendRoute } from './send';
import type { Sandbox, SandboxOptions, Service } from './sandbox';

export type { Call, Chat } from './chatScript';
export { faultNumbers, type AnswerFault, type Fault } from './faults';
export type { MultipartBody, RecordedRequest } from './request';
export type { Sandbox, SandboxOptions } from './sandbox';

/** Bytes of a JSON body. The interface has no limit (service.md §8); this protects the memory. */
const LARGEST_JSON = 20_000_000;

/** Built once: to hash the IDs takes longer than a test. */
const demo = demoLists();

/** Two shops, each with an account of its own. */
const shopKeys = { north: 'north-key', south: 'south-key' };

/** Starts a local implementation of the service (service.md). @throws with code `EADDRINUSE` */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, apiKey = 'sandbox-key', basePath = '', rawBodies = false } = options;
	const journal = new Journal(options.file);
	const sandbox: Sandbox = {
		url: '',
		modelUrl: '',
		apiKey,
		shopKeys,
		chats: [],
		requests: journal.requests,
		accepted: journal.accepted,
		...initialSettings(),
		reset() {
			journal.clear();
			Object.assign(sandbox, initialSettings());
		},
		close: async () => await app.close(),
	};
	const validators = await loadValidators();
	const sending = new Set<FastifyReply>();
	const app = buildServer({ sandbox, basePath, rawBodies, validators, journal, sending });
	const url = await app.listen({ port, host: '127.0.0.1' });
	return Object.assign(sandbox, { url: url + basePath, modelUrl: `${url}/v1` });
}

/** Prevents a website from reading messages through a host name that resolves to this machine (DNS rebinding). */
async function refuseOtherHosts({ headers: { host = '' } }: FastifyRequest, reply: FastifyReply) {
	if (/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) return;
	const error = 'The sandbox responds only at 127.0.0.1 and localhost: check the address';
	return await reply.code(421).send({ error });
}

function initialSettings() {
	const hooks = { onSend: undefined, onLists: undefined, onChat: undefined };
	const lists = demo.map((list) => ({ ...list, contacts: [...list.contacts] }));
	return { form: 'envelope', latency: 0, lists, ...hooks } as const;
}

/** The service, its page and the chat model. Nothing is logged, because messages are private. */
function buildServer(service: Service): FastifyInstance {
	const app = fastify({
		bodyLimit: LARGEST_JSON,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
	});
	app.addHook('onRequest', refuseOtherHosts);
	recordUnknownRequests(app, service);
	const serviceRoutes = async (scope: FastifyInstance) => {
		addJsonParser(scope, service);
		await scope.register(multipart);
		recordRequests(scope, service);
		sendRoute(scope, service);
		listRoutes(scope, service);
	};
	void app.register(serviceRoutes, { prefix: service.basePath });
	void app.register(async (scope) => pageRoutes(scope, service));
	void app.register(async (scope) => chatModelRoutes(scope, service.sandbox), { prefix: '/v1' });
	return app;
}
