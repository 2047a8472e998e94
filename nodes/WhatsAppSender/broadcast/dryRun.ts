import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { reasonOf } from '../errors/failures';
import { countryCodeOf, isLandline } from '../values/phone';
import type { Channel, RecipientColumns, Result, Skip } from './channel';
import { Tally } from './ledger';
import type { Row } from './row';
import type { RunOptions } from './rule';

/** How many rows, and how many kinds of warnings, the hint names. */
const MOST_ROWS = 20;
const MOST_WARNINGS = 20;

/** Rows that the hint counts. */
export class Rows {
	count = 0;
	private readonly named: string[] = [];

	add(row: string | number): void {
		this.count++;
		if (this.named.length < MOST_ROWS) this.named.push(String(row));
	}

	/** `row 4`, `rows 4, 8`, `rows 4, 8, 9 and 2 more` @param last word before the last row of all */
	toString(last = ', '): string {
		const { count, named } = this;
		const more = count - named.length;
		const [end, others] = more > 0 ? [`${more} more`, named] : [named.at(-1), named.slice(0, -1)];
		const before = others.join(', ') + (others.length > 0 ? (more > 0 ? ' and ' : last) : '');
		return `${count === 1 ? 'row' : 'rows'} ${before}${end}`;
	}
}

/** An item of a dry run. */
interface DryRunItem {
	row: Row;
	result: Result;
	columns: RecipientColumns;
	/** Text of an item that has no message. */
	text: string;
}

/** What the dry runs of an execution have found, loops included. Counted item by item, so a loop stays fast. */
export class DryRuns {
	private total = 0;
	/** Items that would be sent now, and those that would be sent once the hours have begun. */
	private ready = 0;
	private later = 0;
	private hours: Skip['hours'];
	/** Words of the rules that skip items. */
	private readonly skips = new Tally();
	private readonly badRows = new Rows();
	private readonly places = new Tally();
	private readonly landlines = new Rows();
	private readonly people = new Tally();
	private repeatedPeople = 0;
	private readonly repeats = new Rows();
	private readonly warnings = new Map<string, Rows>();
	private isScheduled = false;
	/** Milliseconds from the first message to the last one. */
	private duration = 0;

	/** @returns the warnings of the item, for its row */
	add({ drawDelay }: RunOptions, { row, result, columns }: DryRunItem): string[] {
		this.total++;
		if (result.is === 'skipped') {
			this.skips.add(result.skip.words);
			return [result.skip.warning ?? ''].filter(Boolean);
		}
		if (result.is !== 'planned') {
			this.badRows.add(row.number + row.name);
			return [];
		}
		// There is no delay before the first message.
		if (this.ready + this.later > 0) this.duration += drawDelay();
		if (result.later) {
			this.later++;
			this.hours = result.later.hours;
		} else this.ready++;
		const { preview, target } = result;
		if (preview?.scheduledFor) this.isScheduled = true;
		this.places.add(placeOf(columns));
		const appearances = this.people.add(target.person);
		if (appearances === 2) this.repeatedPeople++;
		if (appearances > 1) this.repeats.add(row.number);
		const isToLandline = columns.recipientType === 'phone' && isLandline(columns.recipient);
		if (isToLandline) this.landlines.add(row.number);
		const warnings = preview?.warnings ?? [];
		for (const warning of warnings) {
			const rows = this.warnings.get(warning) ?? new Rows();
			this.warnings.set(warning, rows);
			rows.add(row.number);
		}
		return isToLandline ? [...warnings, 'landline'] : warnings;
	}

	/**
	 * Sums up the dry runs: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With these delays
	 * about 2 h 45 min. Rows 4, 8, 9 and 2 more cannot be sent. Recipients: 1100 in +62, 60 in +81, 20 groups.`
	 *
	 * @param timezone of the workflow
	 */
	hint({ drawDelay, rules }: RunOptions, { optionNames = [] }: Channel, timezone: string): string {
		const { badRows, landlines, repeatedPeople: repeated } = this;
		const planned = this.ready + this.later;
		const warnings = [...this.warnings].slice(0, MOST_WARNINGS);
		const sentences = [
			...this.howMany(),
			this.duration > 0 && `With these delays about ${formatDuration(this.duration)}.`,
			planned > 1 && drawDelay() === 0 && 'No delay is set, so messages are sent back to back.',
			badRows.count > 0 && `${badRows.toString(' and ').replace('r', 'R')} cannot be sent.`,
			planned > 0 && `Recipients: ${String(this.places).replace(/\b1 groups/, '1 group')}.`,
			landlines.count === 1 && `1 is a landline: ${landlines}.`,
			landlines.count > 1 && `${landlines.count} are landlines: ${landlines}.`,
			repeated > 0 &&
				`${repeated === 1 ? '1 recipient' : `${repeated} recipients`} would get several messages (again in ${this.repeats}): add Each Recipient Once.`,
			...rules.map(({ note }) => note?.()),
			this.isScheduled && `Send At is read in ${timezone} (the workflow's time zone).`,
			...warnings.map(([warning, rows]) => `${warning} for ${rows.count} of ${planned}: ${rows}.`),
			`Options: ${optionNames.join(', ')}.`,
		];
		return sentences.filter(Boolean).join(' ');
	}

	private howMany(): string[] {
		const { hours, later, ready, skips } = this;
		const skipped = skips.size > 0 ? `: ${skips}` : '';
		const readyOf = `${ready} of ${this.total} would be sent`;
		if (!hours) return [`${readyOf}${skipped}.`];
		return [
			`${readyOf} now: it is ${hours.now}.`,
			`From ${hours.from}, ${ready + later} would be${skipped}.`,
		];
	}
}

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
	{ row, result, columns: { recipient, meantFor }, text }: DryRunItem,
	warnings: string[],
	timezone?: string,
): IDataObject {
	const { later, preview } = result.is === 'planned' ? result : {};
	const skip = result.is === 'skipped' ? result.skip : later;
	const time = DateTime.fromISO(preview?.scheduledFor ?? '', { zone: timezone });
	return {
		row: row.number,
		reason: 'error' in result ? reasonOf(result.error) : (skip?.reason ?? 'ready'),
		problem: 'error' in result ? (result.error as Error).message : '',
		warning: warnings.join('; '),
		recipient,
		...(meantFor && { meantFor }),
		text: preview?.body.text ?? text,
		wouldSend: result.is === 'planned' && !later,
		...(timezone && {
			scheduledFor: time.isValid ? time.toISO({ suppressMilliseconds: true }) : '',
		}),
		body: later ? {} : (preview?.body ?? {}),
	};
}
