import Table from 'cli-table3';
import { redact } from '../../nodes/WhatsAppSender/errors/redact';
import { version } from '../../package.json';
import type { Row } from './rows';

/** 0: works, 1: not this interface, 2: could not be found out. */
export type ExitCode = 0 | 1 | 2;

export interface Report {
	/** For a terminal of 80 columns. */
	screen: string;
	/** For an issue: Markdown. */
	file: string;
	exitCode: ExitCode;
}

const HEAD = ['Point', 'Document', 'Seen', 'For the node'];
/** With borders 80. */
const COLUMNS = [15, 16, 19, 25];

/** @param secrets key and phone number: nothing else of the account is in the rows */
export function report(all: Row[], secrets: string[], isSent: boolean): Report {
	const rows = redact(all, secrets);
	const [exitCode, verdict] = verdictOf(rows, isSent);
	const cells = rows.map(({ point, documented, seen, means }) => [point, documented, seen, means]);
	const table = new Table({
		head: HEAD,
		colWidths: COLUMNS,
		wordWrap: true,
		style: { head: [], border: [] },
	});
	table.push(...cells);
	const made = `WhatsApp Sender ${version}, Node.js ${process.versions.node}`;
	const markdown = [HEAD, HEAD.map(() => '---'), ...cells].map(
		(row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
	);
	return {
		screen: `${table.toString()}\n${verdict.replace(/(.{1,80})( |$)/g, '$1\n').trim()}`,
		file: [`Checked with ${made}`, '', ...markdown, '', verdict, ''].join('\n'),
		exitCode,
	};
}

function verdictOf(rows: Row[], isSent: boolean): [ExitCode, string] {
	const meaning = (level: Row['level']) =>
		rows.filter((row) => row.level === level).map(({ means }) => means);
	const [other] = meaning('other');
	if (other) return [1, `Not this interface: ${other}.`];
	const [open] = meaning('open');
	if (open) return [2, `Could not be found out: ${open}.`];
	const settings = [...new Set(meaning('mind'))];
	const works = isSent ? 'Works' : 'Works, as far as reading shows (add --phone to try sending)';
	return [
		0,
		settings.length > 0 ? `${works}, with these settings: ${settings.join('; ')}.` : `${works}.`,
	];
}
