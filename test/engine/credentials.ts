import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';

export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** Gives a test's credentials to the engine as n8n's helper does, and lets ours sign. */
export function credentialsHelper(data: CredentialData): ICredentialsHelper {
	const types: Record<string, WhatsAppSenderApi> = { whatsAppSenderApi: new WhatsAppSenderApi() };
	const helper = {
		getParentTypes: () => [],
		getDecrypted: async (_additional: unknown, _node: INodeCredentialsDetails, type: string) => ({
			...data[type],
		}),
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => [],
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			type: string,
			request: IHttpRequestOptions | IRequestOptionsSimplified,
		) => await types[type].authenticate(credentials, request as IHttpRequestOptions),
		updateCredentials: async () => {},
		updateCredentialsOauthTokenData: async () => {},
	};
	return helper as unknown as ICredentialsHelper;
}
