import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf, isLandline } from '../values/phone';
import type { Channel, Content, PlannedResult, RecipientColumns, Result, Skip } from './channel';
import { Tally } from './ledger';
import type { RunOptions } from './rule';

const MOST_NAMED = 20;

/** At most twenty rows or recipients, and how many more there are. */
export function formatNames(names: Array<string | number>): string {
	const more = names.length - MOST_NAMED;
	const named = names.slice(0, MOST_NAMED).join(', ');
	return more > 0 ? `${named} and ${more} more` : named;
}

/** `row 4`, `rows 4, 8, 9 and 2 more` */
export const formatRows = (rows: number[]): string =>
	`${rows.length === 1 ? 'row' : 'rows'} ${formatNames(rows)}`;

/**
 * What the dry runs of an execution have found, loops included, counted item by item, so a loop stays fast. What is to
 * say about a row stands in the row; the hint says which rows to look at.
 */
export class DryRuns {
	private total = 0;
	/** Items that would be sent. */
	private ready = 0;
	/** Words of the rules that skip items. */
	private readonly skips = new Tally();
	private readonly badRows: number[] = [];
	private readonly warnedRows: number[] = [];
	private readonly places = new Tally();
	/** By person, the first row that would be sent, and hashes of the texts that would be. */
	private readonly people = new Map<string, { row: number; texts: Set<string> }>();
	/** Milliseconds from the first message to the last one. */
	private duration = 0;

	/** @returns the warnings of the item, for its row */
	add({ drawDelay }: RunOptions, row: number, result: Result): string[] {
		this.total++;
		let warnings: string[] = [];
		if (result.is === 'planned') {
			// There is no delay before the first message.
			if (this.ready > 0) this.duration += drawDelay();
			warnings = this.addReady(row, result);
		} else if (result.is === 'skipped') warnings = this.addSkipped(result, result.skip);
		else this.badRows.push(row);
		if (warnings.length > 0) this.warnedRows.push(row);
		return warnings;
	}

	private addReady(row: number, { target, columns, content, ...result }: PlannedResult): string[] {
		const { recipient, recipientType } = columns as RecipientColumns;
		this.ready++;
		this.places.add(placeOf(columns as RecipientColumns));
		const earlier = this.people.get(target.person);
		const { row: first, texts } = earlier ?? { row, texts: new Set() };
		this.people.set(target.person, { row: first, texts: texts.add(hashOf(content)) });
		const isOfLandline = recipientType === 'phone' && isLandline(recipient);
		return [
			...result.warnings,
			...(earlier ? [`also row ${first}`] : []),
			...(isOfLandline ? ['landline'] : []),
		];
	}

	private addSkipped({ target, content }: Result, { reason, words, warning }: Skip): string[] {
		this.skips.add(words);
		const warnings = warning ? [warning] : [];
		const earlier = this.people.get(target?.person ?? '');
		const isLeftOut = ['duplicate', 'campaign'].includes(reason) && content?.message;
		if (earlier && isLeftOut && !earlier.texts.has(hashOf(content))) {
			warnings.push(`another text than row ${earlier.row}`);
		}
		return warnings;
	}

	/**
	 * Sums up the dry runs: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With these delays
	 * about 2 h 45 min. Rows 4, 8, 9 and 2 more cannot be sent. Recipients: 1100 in +62, 60 in +81, 20 groups.`
	 *
	 * @param timezone of the workflow
	 */
	hint({ drawDelay, rules }: RunOptions, { optionNames = [] }: Channel, timezone: string): string {
		const { badRows, duration, places, ready, skips, warnedRows } = this;
		const sentences = [
			`${ready} of ${this.total} would be sent${skips.size > 0 ? `: ${skips}` : ''}.`,
			duration > 0 && `With these delays about ${formatDuration(duration)}.`,
			ready > 1 && drawDelay() === 0 && 'No delay is set, so messages are sent back to back.',
			badRows.length > 0 && `${formatRows(badRows).replace('r', 'R')} cannot be sent.`,
			ready > 0 && `Recipients: ${String(places).replace(/\b1 groups/, '1 group')}.`,
			warnedRows.length > 0 && `Check the warnings of ${formatRows(warnedRows)}.`,
			...rules.map(({ note }) => note?.()),
			optionNames.includes('Send At') &&
				`Send At is read in ${timezone} (the workflow's time zone).`,
			`Options: ${optionNames.join(', ')}.`,
		];
		return sentences.filter(Boolean).join(' ');
	}
}

const hashOf = (content?: Content): string =>
	createHash('sha256')
		.update(content?.message ?? '')
		.digest('base64');

/** Counts recipients by country, so that the user notices a number that lost its 0. */
function placeOf({ recipient, recipientType }: RecipientColumns): string {
	if (recipientType === 'group') return 'groups';
	const code = countryCodeOf(recipient);
	return code ? `in +${code}` : 'without a country code';
}

/** `2 h 45 min`, `12 min`, `40 s` */
function formatDuration(millis: number): string {
	const seconds = Math.ceil(millis / 1000);
	if (seconds < 90) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return `${minutes} min`;
	const rest = minutes % 60;
	return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}

/**
 * The JSON of an item's output. All rows have the same fields, so that n8n's table has no gaps. What people look for
 * is in the first columns.
 *
 * @param timezone for scheduledFor; undefined if no item of the run is scheduled
 */
export function dryRunRow(
	row: number,
	result: Result,
	warnings: string[],
	timezone?: string,
): IDataObject {
	const { recipient = '', meantFor } = result.columns ?? {};
	const { text = '', file } = result.content ?? {};
	return {
		row,
		...verdictOf(result),
		warning: warnings.join('; '),
		recipient,
		...(meantFor && { meantFor }),
		text,
		wouldSend: result.is === 'planned',
		...(timezone && { scheduledFor: localTime(result, timezone) }),
		...(file && { file: formatFile(file) }),
	};
}

function verdictOf(result: Result): { reason: string; problem: string } {
	if (result.is === 'failed') return { reason: result.error.reason, problem: result.error.message };
	return { reason: result.is === 'skipped' ? result.skip.reason : 'ready', problem: '' };
}

function localTime(result: Result, zone: string): string {
	const time = result.is === 'planned' ? result.scheduledFor : undefined;
	return time ? DateTime.fromISO(time, { zone }).toISO({ suppressMilliseconds: true })! : '';
}

/** `offer.jpg, 34 kB`, or an address */
const formatFile = ({ name, size }: NonNullable<Content['file']>): string =>
	size === undefined ? name : `${name}, ${Math.ceil(size / 1000)} kB`;
