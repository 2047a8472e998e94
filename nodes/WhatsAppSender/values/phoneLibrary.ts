// The build puts libphonenumber-js itself in place of this file: see gulpfile.js.
import type { MetadataJson } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';

export {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	Metadata,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/core';

/** The numbering plans of the world, with the pattern of each type of number. */
export const METADATA = metadata as unknown as MetadataJson;
