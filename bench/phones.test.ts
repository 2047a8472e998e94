import {
	type CountryCode,
	getCountries,
	getExampleNumber,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { normalizePhone } from '../nodes/WhatsAppSender/values/phone';

/** A writing, and the country that it is read in. */
type Written = [phone: string, countryCode: string, region: CountryCode];

/** Of each country: with a +, as digits, with 00, and as it is printed and typed at home. */
const writings = getCountries().flatMap((region): Written[] => {
	const phone = getExampleNumber(region, examples) as PhoneNumber;
	const digits = phone.number.slice(1);
	const national = phone.formatNational();
	return [phone.formatInternational(), digits, `00${digits}`, national, phone.nationalNumber].map(
		(written): Written => [written, phone.countryCallingCode, region],
	);
});
const phones = [...writings, ...writings, ...writings].slice(0, 3000);

function readByNode([phone, countryCode]: Written): string | undefined {
	try {
		return normalizePhone(phone, countryCode);
	} catch {
		return undefined;
	}
}
const readByLibrary = ([phone, , region]: Written) => parsePhoneNumberFromString(phone, region);

/** In milliseconds. */
function timeOf(read: (written: Written) => unknown): number {
	const begun = performance.now();
	for (const written of phones) read(written);
	return performance.now() - begun;
}

test('reading phone numbers', () => {
	expect(phones).toHaveLength(3000);
	const rounds = Array.from({ length: 10 }, () => [timeOf(readByNode), timeOf(readByLibrary)]);
	const [own, other] = [0, 1].map((side) => Math.min(...rounds.map((times) => times[side])));
	const row = `${own.toFixed()} ms | ${other.toFixed()} ms | ${(own / other).toFixed(2)}`;
	process.stdout.write(
		`| 3,000 phone numbers in mixed writing: time (libphonenumber-js) | ${row} | at most 1 |\n`,
	);
	expect(own / other).toBeLessThanOrEqual(1);
});
