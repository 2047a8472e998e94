import { freePort } from '../../../rig/n8n/ports';
import type { Instance } from '../../../rig/startInstance';

const NOT_VALID = 'The API key is not valid, or the Base URL is wrong';
const WEB_PAGE =
	'The service answered HTTP 200 with a web page "Welcome": check the Base URL in the credential';
const REDIRECTS =
	'The service answered HTTP 301: it redirects to another address, correct the Base URL in the credential';

export function credentials(instance: Instance): void {
	const tested = async (data: { apiKey?: string; baseUrl?: string }) => {
		const { id, name, type } = instance.credential;
		const { apiKey, url: baseUrl } = instance.sandbox;
		return await instance.api.testCredential({
			id,
			name,
			type,
			data: { apiKey, baseUrl, ...data },
		});
	};

	const refused = (message: string) => ({ status: 'Error', message });

	describe('the Test button of the credential', () => {
		test('takes the right key, also with the address written in a forgivable way', async () => {
			expect(await tested({})).toMatchObject({ status: 'OK' });
			const baseUrl = ` ${instance.sandbox.url}// `;
			expect(await tested({ baseUrl })).toMatchObject({ status: 'OK' });
		});

		test('takes an account without lists, in both forms of the answer', async () => {
			instance.sandbox.lists = [];
			for (const form of ['envelope', 'bare'] as const) {
				instance.sandbox.form = form;
				expect(await tested({})).toMatchObject({ status: 'OK' });
			}
		});

		test('refuses a wrong key', async () => {
			expect(await tested({ apiKey: 'wrong-key' })).toEqual(refused(NOT_VALID));
		});

		test('refuses a host where nobody answers', async () => {
			const host = `127.0.0.1:${await freePort()}`;
			expect(await tested({ baseUrl: `http://${host}` })).toEqual(
				refused(`The service at ${host} could not be reached: the connection was refused`),
			);
		});

		test('refuses an address that is none', async () => {
			expect(await tested({ baseUrl: 'api.example.com' })).toMatchObject({ status: 'Error' });
		});

		test('refuses a redirecting address, and the key does not follow', async () => {
			const { sandbox, receiver } = instance;
			sandbox.onLists = () => ({ status: 301, headers: { location: `${receiver.url}/lists/` } });
			expect(await tested({})).toEqual(refused(REDIRECTS));
			expect(receiver.requests).toEqual([]);
		});

		test('refuses a web page', async () => {
			const body = '<!doctype html><title>Welcome</title>';
			instance.sandbox.onLists = () => ({ status: 200, contentType: 'text/html', body });
			expect(await tested({})).toEqual(refused(WEB_PAGE));
		});
	});
}
