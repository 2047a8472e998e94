import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../rig/n8n/folders';
import { measureLists, measureSettings } from './lists';
import { listsTable, listsTargets } from './lists/page';
import { machineFacts } from './machine';
import { measureMessages } from './messages';
import { fullGrid, grid } from './messages/grid';
import { messagesRatios, messagesTable, messagesTargets } from './messages/page';
import { measurePackage } from './package';
import { packageTable, packageTargets } from './package/page';
import { insertFigures } from './page/insert';
import { targetTable } from './page/target';
import { measureQuickly } from './quick/measure';
import { recordRatios } from './quick/recorded';
import { startService } from './instruments/service';
import { measureUploads } from './uploads';
import { uploadsTable, uploadsTargets } from './uploads/page';

const HELP = `Compares the node with what else n8n offers, in a real n8n 2.x, and writes docs/performance.md.

  npm run bench -- [options]

  --full   measures every combination of the messages: several hours
  --help   shows this

It takes about half an hour. Leave the machine alone meanwhile.
`;

const PAGE = path.join(projectFolder, 'docs', 'performance.md');

async function run(cells: typeof grid): Promise<void> {
	const begun = Date.now();
	const tell = (text: string) =>
		console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} min  ${text}`);
	const service = await startService();
	try {
		const ratios = await measureQuickly(service);
		const packaged = await measurePackage();
		tell('package, and the quick form');
		const messages = await measureMessages(service, cells, tell);
		const uploads = await measureUploads(service, tell);
		const lists = await measureLists(service, tell);
		const settings = await measureSettings(service, tell);
		const targets = targetTable([
			...messagesTargets(messages),
			...uploadsTargets(uploads),
			...listsTargets(lists, settings),
			...packageTargets(packaged),
		]);
		const figures = {
			machine: await machineFacts(),
			targets,
			'messages compared': messagesRatios(messages),
			messages: messagesTable(messages),
			uploads: uploadsTable(uploads),
			lists: listsTable([...lists, ...settings.slice(1)]),
			package: packageTable(packaged),
		};
		await insertFigures(PAGE, figures);
		await recordRatios(ratios);
		console.log(Object.values(figures).join('\n\n'));
	} finally {
		service.close();
	}
}

// So that what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
	options: { full: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) console.log(HELP);
else void run(values.full ? fullGrid : grid);
