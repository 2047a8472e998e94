import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { ServiceError } from '../failure/serviceError';
import { isList, readAnswer, type ServiceAnswer } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { answerTo } from './request';
import { signRequest } from './signing';

/**
 * The Test button of the credential: asks for the lists (§4.3), as the credential signs it. A
 * function, because n8n 1.x loses the status that the rules of a declarative test go by.
 *
 * @returns never throws: what is wrong is in the message
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await askForLists(this, credential.data ?? {});
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const unknownKey = error instanceof ServiceError && error.status === 404;
		const message = unknownKey
			? 'The API key is not valid, or the Base URL is wrong'
			: (error as Error).message;
		return { status: 'Error', message };
	}
}

async function askForLists(
	context: ICredentialTestFunctions,
	credential: ICredentialDataDecryptedObject,
): Promise<ServiceAnswer> {
	const url = `${normalizeBaseUrl(credential.baseUrl)}/lists/`;
	const question = {
		asked: { for: 'lists' },
		isAnswer: isList,
		apiKey: String(credential.apiKey),
	} as const;
	const { headers, ...signed } = signRequest(credential, { url, method: 'GET' });
	return await answerTo(question, url, async () => {
		// The only request helper that n8n gives a credential test; it leaves JSON as text at times.
		const response = await context.helpers.request({
			...(signed as Omit<IHttpRequestOptions, 'headers'>),
			headers,
			json: true,
			simple: false,
			resolveWithFullResponse: true,
		});
		return readAnswer(response);
	});
}
