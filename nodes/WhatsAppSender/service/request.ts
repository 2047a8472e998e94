import type { DeclarativeRestApiSettings, IExecutePaginationFunctions } from 'n8n-workflow';
import { InputError } from '../input/inputError';
import { networkFailure } from '../failure/networkFailure';
import type { ServiceAnswer } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { refusal, strangeAnswer, unreachable, type Asked } from './failures';

type ServiceRequest = DeclarativeRestApiSettings.ResultOptions;

/**
 * Puts the whole address into the request, so that what is signed and what is sent are the same.
 *
 * @param path below the Base URL, begins with a slash, already encoded
 * @throws InputError where the credential's Base URL is no web address
 */
export function addressTo(request: ServiceRequest, path: string): void {
	const { options } = request;
	options.url = normalizeBaseUrl(options.baseURL) + path;
	delete options.baseURL;
}

/**
 * Sends a declarative request through the engine, which signs it with the credential.
 *
 * @returns the service's answer where its status is a success
 * @throws ServiceError for any other status, and where no answer came
 */
export async function askService(
	context: IExecutePaginationFunctions,
	request: ServiceRequest,
	asked: Asked,
): Promise<ServiceAnswer> {
	return await answerTo(asked, String(request.options.url), async () => {
		const [item] = await context.makeRoutingRequest(request);
		return item.json as unknown as ServiceAnswer;
	});
}

/**
 * Waits for the answer of a request to `url`, however it is sent.
 *
 * @throws ServiceError for any status but a success, and where no answer came
 */
export async function answerTo(
	asked: Asked,
	url: string,
	send: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
	let answer: ServiceAnswer;
	try {
		answer = await send();
	} catch (error) {
		const failure = networkFailure(error);
		if (failure) throw unreachable(asked, new URL(url).host, failure);
		// n8n wraps what the credential refuses to sign.
		const { cause } = error as Error;
		throw cause instanceof InputError ? cause : error;
	}
	if (answer.status >= 300) throw refusal(asked, answer);
	return answer;
}

/**
 * An answer's `data` as a list (§4.3, §4.4).
 *
 * @throws ServiceError where it is none
 */
export function listIn(answer: ServiceAnswer, asked: Asked): unknown[] {
	if (!Array.isArray(answer.data)) throw strangeAnswer(asked, answer);
	return answer.data;
}
