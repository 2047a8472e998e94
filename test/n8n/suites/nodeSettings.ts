import { call, jsonOf, linksOf, sender } from '../../../rig/workflows/call';
import { people, phonesOf } from '../../../rig/workflows/elsewhere';
import type { Instance } from '../../../rig/startInstance';
import type { RecordedRequest } from '../../../sandbox';

const message = { phone: '={{ $json.phone }}', text: 'Hello' };

export function nodeSettings(instance: Instance): void {
	const run = async (settings: object) =>
		await call(instance, sender(instance, message, settings), { items: people(3) });

	describe('the settings of the node', () => {
		test('Execute Once sends the first item alone', async () => {
			const { items } = await run({ executeOnce: true, retryOnFail: true });
			expect(instance.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(
				phonesOf(people(1)),
			);
			expect(items).toHaveLength(1);
		});

		test('Deactivate passes items on unsent', async () => {
			const { items } = await run({ disabled: true });
			expect(jsonOf(items)).toEqual(people(3));
			expect(instance.sandbox.requests).toEqual([]);
		});
	});
}

const refused = '6200000000500';
const refusedOnce = '6200000000503';
const fivePeople = (third: string) =>
	['6281200000001', '6281200000002', third, '6281200000004', '6281200000005'].map(
		(phone, index) => ({ phone, name: `Person ${index}` }),
	);
const rejection = `Message to ${refused} was not accepted (HTTP 500): The message could not be sent`;

export function onError(instance: Instance): void {
	const send = async (items: object[], settings: object = {}) => {
		const parameters = { phone: '={{ $json.phone }}', text: '=Hello {{ $json.name }}' };
		return await call(instance, sender(instance, parameters, settings), { items });
	};
	const arrivals = () => instance.sandbox.requests.map(phoneOf);

	describe('On Error', () => {
		test('Stop sends nothing after the failure and says how far it came', async () => {
			const { status, execution, error } = await send(fivePeople(refused));

			expect(status).toBe(500);
			expect(execution.status).toBe('error');
			expect(error).toMatchObject({ name: 'NodeApiError', message: rejection, httpCode: '500' });
			expect(error?.description).toContain('Accepted: 2 of 5. Not sent: 2.');
			expect(error?.context).toMatchObject({ itemIndex: 2 });
			expect(arrivals()).toHaveLength(3);
		});

		test('Continue (using error output) keeps whom the message was for', async () => {
			const { items, errors, execution } = await send(fivePeople(refused), {
				onError: 'continueErrorOutput',
			});

			expect(execution.status).toBe('success');
			expect(jsonOf(errors)).toEqual([{ phone: refused, name: 'Person 2', error: rejection }]);
			expect(linksOf(errors)).toEqual([2]);
			expect(linksOf(items)).toEqual([0, 1, 3, 4]);
			expect(arrivals()).toHaveLength(5);
		});

		test('Continue hands the failure on in its place', async () => {
			const { items } = await send(fivePeople('nobody'), { onError: 'continueRegularOutput' });

			expect(linksOf(items)).toEqual([0, 1, 2, 3, 4]);
			expect(items[2].json).toEqual({
				error: expect.stringMatching(/^Phone "nobody" is not a phone number/),
			});
			expect(arrivals()).toHaveLength(4);
		});
	});

	test('Retry On Fail sends only what was not accepted before', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const { items, execution } = await send(fivePeople(refusedOnce), settings);
		const phones = fivePeople(refusedOnce).map(({ phone }) => phone);

		expect(arrivals()).toEqual([0, 1, 2, 2, 3, 4].map((item) => phones[item]));
		expect(execution.status).toBe('success');
		expect(jsonOf(items).map(({ recipient }) => recipient)).toEqual(phones);
	});
}

const phoneOf = ({ body }: RecordedRequest) => (body as { phone: string }).phone;
