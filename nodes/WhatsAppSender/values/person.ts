/**
 * Numbers in two writings that are one account of WhatsApp: the longer writing, and the shorter one. Sources:
 * WhatsApp's help, "About international phone number format" (the 9 of Argentina, the 1 of Mexico); Anatel's
 * Resolution 553/2010, which put a 9 before Brazil's mobile numbers: numbers there that begin with 2 to 5 are fixed lines.
 */
const TWO_WRITINGS: Array<[longer: RegExp, shorter: string]> = [
	[/^549(\d{10})$/, '54$1'],
	[/^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
	[/^521(\d{10})$/, '52$1'],
];

/** The same text for both writings of a person's number. For comparing only: the node sends a number as it was read. */
export const personOfPhone = (digits: string) =>
	TWO_WRITINGS.reduce((short, [longer, shorter]) => short.replace(longer, shorter), digits);

/** A number in the one of its two writings that its numbering plan knows. */
export const planWriting = (digits: string) =>
	digits.replace(/^521(\d{10})$/, '52$1').replace(/^55(\d\d)([6-9]\d{7})$/, '55$19$2');
