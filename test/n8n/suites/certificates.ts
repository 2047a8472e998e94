import { call, jsonOf } from '../../../rig/workflows/call';
import type { Instance } from '../../../rig/startInstance';
import { senderAt } from '../../../rig/workflows/elsewhere';
import { answering } from '../../../rig/servers/answering';
import {
	certificateFor,
	secureService,
	together,
	type Certificate,
} from '../../../rig/servers/secure';

const forThisHost = 'IP:127.0.0.1';

const selfSigned = certificateFor('self-signed', forThisHost);
const forAnotherHost = certificateFor('another-host', 'DNS:another.example');
const expired = certificateFor('expired', forThisHost, -1);
export const trusted = certificateFor('trusted', `${forThisHost},DNS:localhost`);

/** A file for `NODE_EXTRA_CA_CERTS`: n8n trusts all but the self-signed one. */
export const trustedCertificates = () => together(forAnotherHost, expired, trusted);

export function certificates(instance: Instance): void {
	const sendTo = async (url: string, requestOptions: object = {}) =>
		await call(instance, await senderAt(instance, url, { requestOptions }));
	const withService = async <T>(
		certificate: Certificate,
		use: (service: Awaited<ReturnType<typeof secureService>>) => Promise<T>,
	) => {
		const service = await secureService(certificate);
		return await use(service).finally(service.close);
	};

	describe('a service behind TLS', () => {
		test('is sent to where its certificate is right', async () => {
			await withService(trusted, async ({ url, bodies }) => {
				const { items } = await sendTo(url);
				expect(jsonOf(items)).toMatchObject([{ success: true }]);
				expect(bodies.join()).toContain(instance.sandbox.apiKey);
			});
		});

		test.each([
			['is self-signed', selfSigned],
			['is for another host', forAnotherHost],
			['has expired', expired],
		])(
			'whose certificate %s gets nothing, and the reason is reported',
			async (reason, certificate) => {
				await withService(certificate, async ({ url, host, bodies }) => {
					const { error } = await sendTo(url);
					expect(error?.message).toBe(
						`The service at ${host} could not be reached: its certificate ${reason}. The message to 6281200000001 was not sent`,
					);
					expect(bodies).toEqual([]);
				});
			},
		);

		test('with a wrong certificate is sent to only where the user allows it', async () => {
			await withService(selfSigned, async ({ url, bodies }) => {
				const { items } = await sendTo(url, { allowUnauthorizedCerts: true });
				expect(jsonOf(items)).toMatchObject([{ success: true }]);
				expect(bodies).toHaveLength(1);
			});
		});

		test('that does not speak TLS gets nothing, and the reason is reported', async () => {
			const service = await answering((_, response) => response.end('OK'));
			const { error } = await sendTo(service.url.replace('http:', 'https:'));
			service.close();
			expect(error?.message).toContain(
				`${service.host} could not be reached: the server does not use HTTPS here`,
			);
		});

		test('that is asked without TLS did not take the message', async () => {
			await withService(trusted, async ({ host, bodies }) => {
				const { error } = await sendTo(`http://${host}`);
				expect(error?.message).toContain(`No answer from ${host}`);
				expect(bodies).toEqual([]);
			});
		});
	});
}
