import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { reasonOf } from '../errors/failures';
import { countryCodeOf, isLandline } from '../values/phone';
import { formatCounts, increment, type Execution, type Run } from './execution';
import type { RecipientColumns, Result } from './sender';

/** How many rows that cannot be sent, and how many kinds of warnings, the hint names. */
const MOST_ROWS = 3;
const MOST_WARNINGS = 20;

/** What the dry runs of an execution have found, loops included. Counted item by item, so a loop stays fast. */
class DryRuns {
	private total = 0;
	private planned = 0;
	/** Words of the rules that skip items. */
	private readonly skips = new Map<string, number>();
	/** Rows that cannot be sent, and how many there are. */
	private readonly badRows = new Set<number>();
	private badItems = 0;
	private readonly places = new Map<string, number>();
	private landlines = 0;
	private readonly people = new Map<string, number>();
	private repeatedPeople = 0;
	private readonly warnings = new Map<string, number>();
	private isScheduled = false;
	/** Milliseconds from the first message to the last one. */
	private duration = 0;

	add(run: Run, rowNumber: number, result: Result): void {
		this.total++;
		if (result.is === 'skipped') increment(this.skips, result.skip.words);
		else if (result.is === 'planned') this.addPlanned(run, result);
		else {
			this.badItems++;
			if (this.badRows.size < MOST_ROWS) this.badRows.add(rowNumber);
		}
	}

	private addPlanned({ options }: Run, { draft, preview }: Result & { is: 'planned' }): void {
		// There is no delay before the first message.
		if (this.planned++ > 0) this.duration += options.drawDelay();
		if (preview?.scheduledFor) this.isScheduled = true;
		for (const warning of preview?.warnings ?? []) increment(this.warnings, warning);
		if (!draft) return;
		increment(this.places, placeOf(draft.columns));
		if (draft.columns?.recipientType === 'phone' && isLandline(draft.columns.recipient))
			this.landlines++;
		if (increment(this.people, draft.person) === 2) this.repeatedPeople++;
	}

	/**
	 * Sums up the dry runs: `1180 of 1200 would be sent: 12 on the list Unsubscribed, 8 twice. With these delays
	 * about 2 h 45 min. Rows 4, 8, 9 and 2 more cannot be sent. Recipients: 1100 in +62, 60 in +81, 20 groups.`
	 *
	 * @param timezone of the workflow
	 */
	hint({ options, sender }: Run, timezone: string): string {
		const { planned } = this;
		const skips = formatCounts(this.skips).join(', ');
		const warnings = [...this.warnings].slice(0, MOST_WARNINGS);
		const sentences = [
			`${planned} of ${this.total} would be sent${skips && `: ${skips}`}.`,
			this.duration > 0 && `With these delays about ${formatDuration(this.duration)}.`,
			planned > 1 &&
				options.drawDelay() === 0 &&
				'No delay is set, so messages are sent back to back.',
			this.badItems > 0 && `${this.formatBadRows()} cannot be sent.`,
			planned > 0 && `Recipients: ${this.formatPlaces()}.`,
			this.landlines > 0 &&
				(this.landlines === 1 ? '1 is a landline.' : `${this.landlines} are landlines.`),
			this.repeatedPeople > 0 &&
				`${this.repeatedPeople === 1 ? '1 recipient' : `${this.repeatedPeople} recipients`} would get several messages: add Each Recipient Once.`,
			...options.rules.map(({ note }) => note?.()),
			this.isScheduled && `Send At is read in ${timezone} (the workflow's time zone).`,
			...warnings.map(([warning, count]) => `${warning}: ${count} of ${planned}.`),
			`Options: ${(sender.optionNames ?? []).join(', ')}.`,
		];
		return sentences.filter(Boolean).join(' ');
	}

	private formatPlaces(): string {
		const places = formatCounts(this.places).map((place) => place.replace(/^1 groups$/, '1 group'));
		return places.join(', ');
	}

	/** `Row 4`, `Rows 4 and 8`, `Rows 4, 8, 9 and 2 more` */
	private formatBadRows(): string {
		const rows = [...this.badRows].map(String);
		const more = this.badItems - rows.length;
		if (more > 0) rows.push(`${more} more`);
		return `${this.badItems === 1 ? 'Row' : 'Rows'} ${rows.join(', ').replace(/, ([^,]+)$/, ' and $1')}`;
	}
}

const dryRuns = new WeakMap<Execution, DryRuns>();

/** The dry runs of an execution. */
export function dryRunsOf(execution: Execution): DryRuns {
	const found = dryRuns.get(execution) ?? new DryRuns();
	dryRuns.set(execution, found);
	return found;
}

/** Counts recipients by country, so that the user notices a number that lost its 0. */
function placeOf({ recipient, recipientType }: Partial<RecipientColumns> = {}): string {
	const code = countryCodeOf(recipient ?? '');
	if (recipientType === 'group') return 'groups';
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
 * The output of a dry run for an item. All rows have the same fields, so that n8n's table has no gaps. What people
 * look for is in the first columns.
 *
 * @param rowNumber of the item
 * @param timezone for scheduledFor; undefined if no item of the run is scheduled
 */
export function dryRunRow(
	item: number,
	rowNumber: number,
	result: Result,
	{ recipient, meantFor }: RecipientColumns,
	timezone?: string,
): INodeExecutionData {
	const isPlanned = result.is === 'planned';
	const { body = {}, scheduledFor = '' } = (isPlanned && result.preview) || {};
	const skip = result.is === 'skipped' ? result.skip : undefined;
	const time = DateTime.fromISO(scheduledFor, { zone: timezone });
	const json: IDataObject = {
		row: rowNumber,
		reason: isPlanned ? 'ready' : 'error' in result ? reasonOf(result.error) : skip?.reason,
		problem: 'error' in result ? (result.error as Error).message : '',
		recipient,
		...(meantFor && { meantFor }),
		text: body.text ?? '',
		wouldSend: isPlanned,
		...(timezone && {
			scheduledFor: time.isValid ? time.toISO({ suppressMilliseconds: true }) : '',
		}),
		body,
		...(skip?.warning && { warning: skip.warning }),
	};
	return { json, pairedItem: { item } };
}
