import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { RejectedError } from '../errors/nodeErrors';
import { signRequest } from './authentication';
import { allLists } from './lists';
import { serviceIn } from './requestService';

/** The Test button of the credential: requests the lists (§4.3). A declarative test would not check the response. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data: credential = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	try {
		const service = serviceIn(credential, async (request) => {
			const { headers, ...signed } = await signRequest(credential, request);
			// n8n gives a credential test only this request helper, which ignores the signal.
			const httpResponse = helpers.request({
				...(signed as Omit<IHttpRequestOptions, 'headers'>),
				headers,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
			});
			return await Promise.race([httpResponse, expired(signed.abortSignal as AbortSignal)]);
		});
		await allLists(service);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: testMessage(error as Error) };
	}
}

/** Rejects when the signal aborts, like an aborted request. */
const expired = async (signal: AbortSignal) =>
	await new Promise<never>((_, reject) => {
		const error = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		signal.addEventListener('abort', () => reject(error));
	});

function testMessage(error: Error): string {
	if (!(error instanceof RejectedError)) return error.message;
	if (error.status === 404) return 'The API key is not valid, or the Base URL is wrong';
	// A success that is not a list. The panel shows no description, so the advice is in the message.
	return Number(error.status) < 300 ? `${error.message}. ${error.description}` : error.message;
}
