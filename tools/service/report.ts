import Table from 'cli-table3';
import { redact } from '../../nodes/WhatsAppSender/errors/redact';
import { version } from '../../package.json';
import type { Row } from './rows';

export interface Report {
	rows: Row[];
	/** For a terminal of 80 columns. */
	screen: string;
	/** For an issue: Markdown. */
	file: string;
	/** 0: works, 1: not this interface, 2: could not be found out. */
	exitCode: 0 | 1 | 2;
}

const head = ['Point', 'Document', 'Seen', 'For the node'];
/** With borders 80. */
const colWidths = [15, 16, 19, 25];

/** @param secrets key and phone number: nothing else of the account is in the rows */
export function report(found: Row[], secrets: string[], isSent: boolean): Report {
	const rows = redact(found, secrets);
	const [exitCode, verdict] = verdictOf(rows, isSent);
	const cells = rows.map(({ point, documented, seen, means }) => [point, documented, seen, means]);
	const table = new Table({ head, colWidths, wordWrap: true, style: { head: [], border: [] } });
	table.push(...cells);
	const lines = [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`);
	const checked = `Checked with WhatsApp Sender ${version}, Node.js ${process.versions.node}`;
	return {
		rows,
		screen: `${table.toString()}\n${verdict.replace(/(.{1,80})( |$)/g, '$1\n').trim()}`,
		file: [checked, '', ...lines, '', verdict, ''].join('\n'),
		exitCode,
	};
}

function verdictOf(rows: Row[], isSent: boolean): [Report['exitCode'], string] {
	const meaning = (of: Row['level']) =>
		rows.filter(({ level }) => level === of).map(({ means }) => means);
	const [[other], [open]] = [meaning('other'), meaning('open')];
	if (other) return [1, `Not this interface: ${other}.`];
	if (open) return [2, `Could not be found out: ${open}.`];
	const works = isSent ? 'Works' : 'Works, as far as reading shows (add --phone to try sending)';
	const settings = [...new Set(meaning('mind'))].join('; ');
	return [0, settings ? `${works}, with these settings: ${settings}.` : `${works}.`];
}
