import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import { requestSettings } from '../../nodes/WhatsAppSender/http/settings';
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
const SLOW = 5000;

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

export interface Credential {
	apiKey: string;
	baseUrl: string;
}

/** The service, as the node reaches it: through n8n's own HTTP client, never twice, and at a pace. */
export class Client {
	private started = -Infinity;
	private requests = 0;

	/** @throws InputError for a key or an address that the node would refuse */
	constructor(
		readonly credential: Credential,
		readonly surroundings: Surroundings,
	) {
		serviceIn({ ...credential });
	}

	/**
	 * Announces a request and sends it once.
	 *
	 * @param purpose what it is for, in words
	 * @param apiKey in place of the credential's
	 */
	async request(
		purpose: string,
		request: ServiceRequest,
		expected: Expected,
		apiKey = this.credential.apiKey,
	): Promise<Exchange> {
		const { say, now, sleep, timeLimit = TIME_LIMIT } = this.surroundings;
		await sleep(Math.max(0, this.started + PACE - now()));
		this.started = now();
		const query = request.qs ? `?${new URLSearchParams(request.qs as never).toString()}` : '';
		say(`${++this.requests}. ${request.method} ${request.url}${query}: ${purpose}`);
		const exchange: Exchange = {};
		const service = serviceIn({ ...this.credential, apiKey });
		const settings = requestSettings({ timeout: timeLimit });
		try {
			exchange.response = await requestService(
				contextFor(exchange),
				service,
				{ ...request, settings },
				expected,
			);
		} catch (error) {
			exchange.error = error as Error;
			if (exchange.wire) exchange.response = parseResponse(exchange.wire);
		}
		const ms = now() - this.started;
		const status = exchange.wire ? `HTTP ${exchange.wire.statusCode}` : 'no response';
		say(`   ${status} after ${(ms / 1000).toFixed(1)} s${ms > SLOW ? ', which is slow' : ''}`);
		return exchange;
	}
}

/** What n8n gives the node, as far as `requestService` uses it: signs, sends, and keeps the response. */
function contextFor(exchange: Exchange): ServiceContext {
	const { httpRequest } = getRequestHelperFunctions(undefined as never, {} as never, {} as never);
	const httpRequestWithAuthentication = async (
		_type: string,
		request: IHttpRequestOptions,
		{ credentialsDecrypted }: { credentialsDecrypted: { data: Record<string, string> } },
	) => {
		// Before anything is sent, so that nothing of it has the key in it.
		const signed = signRequest(credentialsDecrypted.data, request);
		return (exchange.wire = await httpRequest(signed));
	};
	return { helpers: { httpRequestWithAuthentication } } as never;
}
