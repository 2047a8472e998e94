import { DateTime } from 'luxon';

const realNow = Date.now;

/** A clock that goes on by itself from where a test sets it; timers are the machine's own. */
export function useClock(): { set: (iso: string, zone?: string) => void } {
	let ahead = 0;
	beforeEach(() => {
		ahead = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
	});
	afterEach(() => jest.restoreAllMocks());
	return {
		set(iso, zone = 'Asia/Jakarta') {
			ahead = DateTime.fromISO(iso, { zone }).toMillis() - realNow();
		},
	};
}
