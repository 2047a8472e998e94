/**
 * How mobile numbers are written beside what their numbering plan has. Sources: WhatsApp's help, "About
 * international phone number format" (the 9 of Argentina, the 1 of Mexico); libphonenumber's rule for Argentina,
 * which makes a 9 of the 15; the IFT's numbering plan of 2018 (Mexico's 044 and 045); Anatel's Resolution
 * 553/2010, which put a 9 before the mobile numbers of Brazil: those that begin with 2 to 5 are fixed lines there.
 */
type Pattern = [writing: RegExp, replacement: string];

/** Numbers in two writings that are one account of WhatsApp: the longer writing, and the shorter one. */
const TWO_WRITINGS: Pattern[] = [
	[/^549(\d{10})$/, '54$1'],
	[/^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
	[/^521(\d{10})$/, '52$1'],
];

/** The shorter writing of an international number, to compare by: what is sent stays as it was written. */
export const shortWriting = (digits: string) =>
	TWO_WRITINGS.reduce((short, [longer, shorter]) => short.replace(longer, shorter), digits);

/** International numbers in the writing that their plan does not have, and as it has them. */
const NOT_IN_PLAN: Pattern[] = [
	[/^521(\d{10})$/, '52$1'],
	[/^55(\d\d)([6-9]\d{7})$/, '55$19$2'],
];

/** As its plan has an international number. */
export const planWriting = (digits: string) =>
	NOT_IN_PLAN.reduce((written, [other, inPlan]) => written.replace(other, inPlan), digits);

/** A way to write mobile numbers within a country. */
interface HomeWriting {
	code: string;
	/** A national number, without the trunk prefix. */
	writing: RegExp;
	inPlan: string;
	/** Whether it is sent as the plan has it, because nobody dials it from abroad. */
	isSentInPlan: boolean;
	/** Whether it is written with the trunk prefix or with its area code in brackets only. */
	isMarked?: boolean;
}

const HOME_WRITINGS: HomeWriting[] = [
	{ code: '52', writing: /^04[45](\d{10})$/, inPlan: '$1', isSentInPlan: true },
	{ code: '54', writing: /^(\d{10})$/, inPlan: '9$1', isSentInPlan: false },
	// Area codes have two digits (Buenos Aires), three or four.
	{ code: '54', writing: /^(11)15(\d{8})$/, inPlan: '9$1$2', isSentInPlan: true },
	{ code: '54', writing: /^([2-8]\d\d)15(\d{7})$/, inPlan: '9$1$2', isSentInPlan: true },
	{ code: '54', writing: /^([2-8]\d{3})15(\d{6})$/, inPlan: '9$1$2', isSentInPlan: true },
	{
		code: '55',
		writing: /^(\d\d)([6-9]\d{7})$/,
		inPlan: '$19$2',
		isSentInPlan: false,
		isMarked: true,
	},
];

/**
 * What a national number may be written for.
 *
 * @param isMarked whether it is written with the trunk prefix, or with its area code in brackets
 * @returns each as the plan has it, and as it is sent
 */
export function homeWritings(code: string, national: string, isMarked: boolean) {
	const others = HOME_WRITINGS.filter(
		(one) => one.code === code && one.writing.test(national) && (isMarked || !one.isMarked),
	).map(({ writing, inPlan, isSentInPlan }) => {
		const written = national.replace(writing, inPlan);
		return { inPlan: written, sent: isSentInPlan ? written : national };
	});
	return [{ inPlan: national, sent: national }, ...others];
}
