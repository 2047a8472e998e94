// First, because it says where n8n keeps its settings.
import { hintsOf, useBroadcasts } from './broadcasts';
import { getGlobalState, setGlobalState, type INodeParameters } from 'n8n-workflow';

const { send, arrivals } = useBroadcasts();
const instance = getGlobalState();
afterEach(() => setGlobalState(instance));

const sendAt = { sendAt: '2096-12-01T09:00' };
const hours = { sendHours: { hours: { from: '00:00', to: '24:00', days: ['sat'] } } };
const question = { operation: 'sendAndWait', message: 'May it go out?' };
const limit = { limitType: '={{ "atSpecifiedTime" }}', maxDateAndTime: '2096-01-01T09:00' };

describe('A time zone that does not exist is refused by name', () => {
	test.each<[string, INodeParameters, INodeParameters]>([
		['Send At', sendAt, {}],
		['Send At', { sendAt: '={{ DateTime.fromISO("2096-12-01T09:00Z") }}' }, {}],
		['Send Only Between', hours, {}],
		['Max Date and Time', { limitWaitTime: { values: limit } }, question],
	])('by %s: %j', async (field, options, parameters) => {
		const chosen = { to: 1, timezone: 'WIB', options, parameters };
		const { error } = await send(chosen);
		expect(error?.message).toBe(
			`${field}: the workflow's time zone "WIB" is unknown: choose one like Asia/Jakarta in the workflow's settings`,
		);
		expect(error?.description).toContain('GENERIC_TIMEZONE');
		setGlobalState({ defaultTimezone: 'WIB' });
		expect((await send({ ...chosen, timezone: 'DEFAULT' })).error?.message).toBe(error?.message);
		expect(arrivals()).toEqual([]);
	});

	test('but not where no time is read', async () => {
		await send({ to: 1, timezone: 'WIB' });
		expect(arrivals()).toEqual([0]);
	});
});

test("DEFAULT, as workflows made over n8n's API have it, is the time zone of the instance", async () => {
	setGlobalState({ defaultTimezone: 'Asia/Tokyo' });
	const options = { ...sendAt, ...hours, dryRun: true };
	const dry = await send({ to: 1, timezone: 'DEFAULT', options });
	expect(dry.items[0].json).toMatchObject({
		body: { send_at: String(Date.UTC(2096, 11, 1) / 1000) },
		scheduledFor: '2096-12-01T09:00:00+09:00',
	});
	const [{ message }] = hintsOf(dry)!;
	expect(message).toMatch(/It is .+ in Asia\/Tokyo .+ Send At is read in Asia\/Tokyo/);
});
