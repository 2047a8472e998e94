import type { DeclarativeRestApiSettings, IExecutePaginationFunctions } from 'n8n-workflow';
import { InputError } from '../input/inputError';
import { blackedOut } from '../failure/blackedOut';
import { networkFailure } from '../failure/networkFailure';
import type { ServiceAnswer } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { refusal, strangeAnswer, unreachable, type Asked } from './failures';

/** The user's Request Options, as far as they matter here. */
interface RequestOptions {
	proxy?: string;
	timeout?: number;
}

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

/** A question to the service: what it is about, and which answers will do. */
interface Question {
	asked: Asked;
	isAnswer: (answer: ServiceAnswer) => boolean;
	/** Of the user's Request Options. */
	proxy?: string;
	/** The credential's key, which the service may repeat in its answer. */
	apiKey: string;
}

/** The key of the node's credential. */
export async function apiKeyOf(context: IExecutePaginationFunctions): Promise<string> {
	return String((await context.getCredentials('whatsAppSenderApi')).apiKey);
}

/**
 * Sends a declarative request through the engine, which signs it with the credential.
 *
 * @returns the service's answer where its status is a success and `isAnswer` takes it
 * @throws ServiceError for any other answer, and where none came
 */
export async function askService(
	context: IExecutePaginationFunctions,
	request: ServiceRequest,
	question: Question,
): Promise<ServiceAnswer> {
	const { proxy, timeout } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
	// A time that the user has set is for the whole answer; n8n's own counts silence alone.
	Object.assign(request.options, { totalTimeout: Number(timeout) || undefined });
	return await answerTo({ ...question, proxy }, String(request.options.url), async () => {
		const [item] = await context.makeRoutingRequest(request);
		return item.json as unknown as ServiceAnswer;
	});
}

/**
 * Waits for the answer to a question, however it is sent.
 *
 * @param url the whole address
 * @throws ServiceError for any status but a success, for an answer that will not do, and for none
 */
export async function answerTo(
	{ asked, isAnswer, apiKey, proxy }: Question,
	url: string,
	send: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
	let answer: ServiceAnswer;
	try {
		// Blacked out at once, so that nothing made of it can have the key in it.
		answer = blackedOut(await send(), [apiKey.trim()]);
	} catch (error) {
		const failure = networkFailure(error);
		if (failure) throw unreachable(asked, new URL(url).host, failure, proxy);
		// n8n wraps what the credential refuses to sign.
		const { cause } = error as Error;
		throw cause instanceof InputError ? cause : error;
	}
	if (answer.status < 300 && isAnswer(answer)) return answer;
	throw (answer.status < 300 ? strangeAnswer : refusal)(asked, answer);
}
