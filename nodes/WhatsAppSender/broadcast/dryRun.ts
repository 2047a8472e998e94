import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf, isLandline } from '../values/phone';
import type { Channel, Preview, RecipientColumns, Result, Skip, Row } from './channel';
import { Tally } from './ledger';
import type { RunOptions } from './rule';

/** How many rows, and how many kinds of warnings, the hint names. */
const MOST_ROWS = 20;
const MOST_WARNINGS = 20;

/** `row 4`, `rows 4, 8`, `rows 4, 8, 9 and 2 more` @param last word before the last row of all */
export function formatRows(rows: unknown[], last = ', '): string {
	const named = rows.slice(0, MOST_ROWS);
	const more = rows.length - named.length;
	const end = more > 0 ? `${more} more` : named.pop();
	const before = named.length > 0 ? named.join(', ') + (more > 0 ? ' and ' : last) : '';
	return `${rows.length === 1 ? 'row' : 'rows'} ${before}${String(end)}`;
}

const count = ({ length }: unknown[], one: string, many: string) =>
	`${length} ${length === 1 ? one : many}`;

/** An item of a dry run. */
interface DryRunItem {
	row: Row;
	result: Result;
	columns: RecipientColumns;
	preview?: Preview;
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
	private readonly badRows: string[] = [];
	private readonly places = new Tally();
	private readonly landlines: number[] = [];
	/** By person, the first row that would be sent. */
	private readonly firstRows = new Map<string, number>();
	/** Person and content of all rows that would be sent, as hashes. */
	private readonly contents = new Set<string>();
	private readonly repeatedPeople = new Set<string>();
	private readonly repeats: number[] = [];
	private isSameAgain = true;
	/** Rows that are left out although their content differs, and the reasons. */
	private readonly leftOut: number[] = [];
	private readonly leftOutFor = new Set<string>();
	private isCampaignUnderWay = false;
	/** Countries in which a phone could not be read. */
	private readonly countries = new Set<string>();
	private readonly warnings = new Map<string, number[]>();
	private isScheduled = false;
	/** Milliseconds from the first message to the last one. */
	private duration = 0;

	/** @returns the warnings of the item, for its row */
	add({ drawDelay }: RunOptions, { row, result, columns, preview }: DryRunItem): string[] {
		this.total++;
		const person = result.target?.person ?? '';
		const first = this.firstRows.get(person);
		const content = hashOf(`${person} ${preview?.content}`);
		const isNew = !this.contents.has(content);
		if (result.is === 'skipped') {
			const { reason, words, warning = '', isPlanned } = result.skip;
			this.skips.add(words);
			if (reason === 'campaign' && !isPlanned) this.isCampaignUnderWay = true;
			if (!first || !isPlanned || !preview?.text || !isNew) return [warning].filter(Boolean);
			this.leftOut.push(row.number);
			this.leftOutFor.add(reason);
			return [`another text than row ${first}`];
		}
		if (result.is !== 'planned') {
			this.badRows.push(row.number + row.name);
			const country = 'error' in result && result.error.countryCode;
			if (country) this.countries.add(country);
			return [];
		}
		// There is no delay before the first message.
		if (this.ready + this.later > 0) this.duration += drawDelay();
		if (result.later) {
			this.later++;
			this.hours = result.later.hours;
		} else this.ready++;
		if (preview?.scheduledFor) this.isScheduled = true;
		this.places.add(placeOf(columns));
		this.contents.add(content);
		if (first) {
			this.repeatedPeople.add(person);
			this.repeats.push(row.number);
			this.isSameAgain &&= !isNew;
		} else this.firstRows.set(person, row.number);
		const isToLandline = columns.recipientType === 'phone' && isLandline(columns.recipient);
		if (isToLandline) this.landlines.push(row.number);
		const warnings = preview?.warnings ?? [];
		for (const warning of warnings) {
			const rows = this.warnings.get(warning) ?? [];
			this.warnings.set(warning, rows);
			rows.push(row.number);
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
		const { badRows, isSameAgain, landlines, leftOut, repeatedPeople: people, repeats } = this;
		const planned = this.ready + this.later;
		const warnings = [...this.warnings].slice(0, MOST_WARNINGS);
		const sentences = [
			...this.howMany(),
			this.duration > 0 && `With these delays about ${formatDuration(this.duration)}.`,
			planned > 1 && drawDelay() === 0 && 'No delay is set, so messages are sent back to back.',
			badRows.length > 0 && `${formatRows(badRows, ' and ').replace('r', 'R')} cannot be sent.`,
			planned > 0 && `Recipients: ${String(this.places).replace(/\b1 groups/, '1 group')}.`,
			this.countries.size > 0 && `Country Code: ${[...this.countries].join(', ')}.`,
			landlines.length > 0 &&
				`${count(landlines, 'is a landline', 'are landlines')}: ${formatRows(landlines)}.`,
			repeats.length > 0 &&
				`${count([...people], 'recipient', 'recipients')} would get several messages (again in ${formatRows(repeats)})${isSameAgain ? ': add Each Recipient Once' : ''}.`,
			leftOut.length > 0 &&
				`${count(leftOut, 'row is left out although its', 'rows are left out although their')} text differs: ${formatRows(leftOut)}. ${this.howToSendAll()}`,
			...rules.map(({ note }) => note?.()),
			this.isScheduled && `Send At is read in ${timezone} (the workflow's time zone).`,
			...warnings.map(
				([warning, rows]) => `${warning} for ${rows.length} of ${planned}: ${formatRows(rows)}.`,
			),
			`Options: ${optionNames.join(', ')}.`,
		];
		return sentences.filter(Boolean).join(' ');
	}

	private howToSendAll(): string {
		if (this.isCampaignUnderWay) return 'Send them in a run of their own, under another campaign.';
		const once = this.leftOutFor.has('duplicate') ? ', and remove Each Recipient Once' : '';
		return `To send both, put what tells them apart into Campaign, e.g. {{ $json.id }}${once}.`;
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

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
	{ row, result, columns: { recipient, meantFor }, preview }: DryRunItem,
	warnings: string[],
	timezone?: string,
): IDataObject {
	const later = result.is === 'planned' ? result.later : undefined;
	const skip = result.is === 'skipped' ? result.skip : later;
	const { text = '', file } = preview ?? {};
	const time = DateTime.fromISO(preview?.scheduledFor ?? '', { zone: timezone });
	return {
		row: row.number,
		reason: 'error' in result ? result.error.reason : (skip?.reason ?? 'ready'),
		problem: 'error' in result ? result.error.message : '',
		warning: warnings.join('; '),
		recipient,
		...(meantFor && { meantFor }),
		text,
		wouldSend: result.is === 'planned' && !later,
		...(timezone && {
			scheduledFor: time.isValid ? time.toISO({ suppressMilliseconds: true }) : '',
		}),
		...(file !== undefined && { file }),
	};
}
