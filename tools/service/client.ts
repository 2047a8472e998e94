import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import { requestSettings } from '../../nodes/WhatsAppSender/values/requestOptions';
import { signRequest } from '../../nodes/WhatsAppSender/service/authentication';
import {
	requestService,
	serviceIn,
	type Expected,
	type ServiceContext,
	type ServiceRequest,
} from '../../nodes/WhatsAppSender/service/request';
import { parseResponse, type ServiceResponse } from '../../nodes/WhatsAppSender/service/response';

/** Milliseconds between the starts of two requests. */
const PACE = 1000;
/** Milliseconds until a whole response must be there. */
const TIME_LIMIT = 30_000;

export type Credential = Record<'apiKey' | 'baseUrl', string>;

/** What the check shows while it runs, and the time that passes meanwhile; tests have their own. */
export interface Surroundings {
	say(line: string): void;
	/** Unix time in milliseconds. */
	now(): number;
	sleep(ms: number): Promise<unknown>;
	timeLimit?: number;
}

/** A request and what came of it. */
export interface Exchange {
	/** As it came over HTTP; none where there was no response. */
	wire?: IN8nHttpFullResponse;
	/** As the node reads it, also where it takes it for an error. */
	response?: ServiceResponse;
	/** In the node's words; none where the node takes the response for a success. */
	error?: Error;
}

/**
 * Announces a request and sends it once.
 *
 * @param purpose what it is for, in words
 * @param apiKey in place of the credential's
 * @throws InputError for a key or an address that the node refuses
 */
export type Client = (
	purpose: string,
	request: ServiceRequest,
	expected: Expected,
	apiKey?: string,
) => Promise<Exchange>;

/** Reaches the service as the node does, through n8n's own HTTP client, never twice, and at a pace. */
export function clientFor(credential: Credential, surroundings: Surroundings): Client {
	const { say, now, sleep, timeLimit = TIME_LIMIT } = surroundings;
	let [requests, started] = [0, -Infinity];
	return async (purpose, request, expected, apiKey = credential.apiKey) => {
		const service = serviceIn({ ...credential, apiKey });
		await sleep(Math.max(0, started + PACE - now()));
		started = now();
		const query = request.qs ? '?all=true' : '';
		say(`${++requests}. ${request.method} ${request.url}${query}: ${purpose}`);
		const exchange: Exchange = {};
		try {
			const timed = { ...request, settings: requestSettings({ timeout: timeLimit }) };
			const context = contextFor(exchange);
			exchange.response = await requestService(context, service, timed, expected);
		} catch (error) {
			exchange.error = error as Error;
			if (exchange.wire) exchange.response = parseResponse(exchange.wire);
		}
		const status = exchange.wire ? `HTTP ${exchange.wire.statusCode}` : 'no response';
		say(`   ${status} after ${((now() - started) / 1000).toFixed(1)} s`);
		return exchange;
	};
}

/** What n8n gives the node, as far as `requestService` uses it: signs, sends, and keeps the response. */
function contextFor(exchange: Exchange): ServiceContext {
	const { httpRequest } = getRequestHelperFunctions(undefined as never, {} as never, {} as never);
	type Login = { credentialsDecrypted: { data: Record<string, string> } };
	const send = async (_type: string, request: IHttpRequestOptions, login: Login) =>
		(exchange.wire = await httpRequest(signRequest(login.credentialsDecrypted.data, request)));
	return { helpers: { httpRequestWithAuthentication: send } } as never;
}
