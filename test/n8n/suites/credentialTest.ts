import type { Instance } from '../../../rig/startInstance';

const NOT_VALID = 'The API key is not valid, or the Base URL is wrong';

export function credentialTest(instance: Instance): void {
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

		test('refuses a wrong key', async () => {
			expect(await tested({ apiKey: 'wrong-key' })).toEqual(refused(NOT_VALID));
		});
	});
}
