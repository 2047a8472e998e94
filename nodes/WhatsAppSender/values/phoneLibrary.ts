// The build puts libphonenumber-js itself in place of this file: see gulpfile.js.
import { type CountryCode, Metadata, type MetadataJson } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';

export {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	parsePhoneNumberFromString,
	type PhoneNumber,
} from 'libphonenumber-js/max';

/** Methods of the library that its types leave out. */
declare module 'libphonenumber-js/core' {
	interface Metadata {
		hasCallingCode(code: string): true | undefined;
		getCountryCodeForCallingCode(code: string): CountryCode | undefined;
		selectNumberingPlan(code: string): { numberingPlan: LibraryPlan };
	}
}

interface LibraryPlan {
	/** A pattern of what people dial before a number abroad: `00`, `0[09]`. */
	IDDPrefix(): string;
	nationalPrefix(): string | 0;
	possibleLengths(): number[] | undefined;
	type(name: 'MOBILE'): Pick<LibraryPlan, 'possibleLengths'> | undefined;
}

/** The numbering plans of the world. */
export const plans = new Metadata(metadata as unknown as MetadataJson);
