import { getRequestHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { isMarkup } from '../../nodes/WhatsAppSender/http/words';
import { parseResponse, type ServiceCall } from '../../nodes/WhatsAppSender/service/response';
import { requestService, serviceIn } from '../../nodes/WhatsAppSender/service/service';

export type Credential = ICredentialDataDecryptedObject;
/** The point works; it works with a setting; the service has another API; nobody knows yet. */
export type Level = 'works' | 'needsSetting' | 'otherApi' | 'unknown';
export type Finding = [level: Level, seen: string, means: string];
/** A point that the interface (sandbox/service.md) leaves open, what the service does, and what that means for the node. */
export type Row = [point: string, ...finding: Finding];

/** A response, as the node reads it. */
export interface Exchange {
	/** Absent without a response. */
	status?: number;
	data?: unknown;
	/** The node's error; absent if the node reads the response as a success. */
	failure?: Error;
	/** Status and kind of the response, without any of its values. */
	seen: string;
}

export type Client = ReturnType<typeof clientFor>;

/** Requests the service as the node does, with n8n's own HTTP client. @param before is called before each request */
export function clientFor(credential: Credential, before: (request: string) => Promise<void>) {
	const { httpRequest } = getRequestHelperFunctions(undefined as never, {} as never, {} as never);
	return async (
		purpose: string,
		call: ServiceCall,
		more?: Partial<IHttpRequestOptions>,
	): Promise<Exchange> => {
		await before(`${call.method} ${call.url.replace('{id}', call.id ?? '')}: ${purpose}`);
		let http: IN8nHttpFullResponse | undefined;
		const sendSigned = async (options: IHttpRequestOptions) =>
			(http = await httpRequest(await new WhatsAppSenderApi().authenticate(credential, options)));
		const service = serviceIn(credential, sendSigned, { timeout: 60_000 });
		let failure: Error | undefined;
		await requestService(service, call, more).catch((error: Error) => (failure = error));
		const seen = http ? `HTTP ${http.statusCode}, ${kindOf(http.body)}` : 'no response';
		return { ...(http && parseResponse(http)), failure, seen };
	};
}

function kindOf(body: unknown): string {
	if (typeof body === 'object' && body) return 'JSON';
	return isMarkup(String(body)) ? 'a web page' : body ? 'text' : 'nothing';
}
