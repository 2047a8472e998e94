import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../rig/n8n/folders';
import { measureLists } from './lists/measure';
import { machineFacts } from './machine';
import { measureMessages } from './messages/measure';
import { insertFigures, targetTable } from './page';
import { measureQuickly } from './quick/measure';
import { measureLoads } from './queue/loads';
import { measureFaults } from './queue/measure';
import { startService, type Service } from './service/service';
import { measureUploads } from './uploads/measure';

const HELP = `Compares the node with what else n8n offers, in a real n8n 2.x, and writes the figures of
docs/performance.md and docs/scaling.md.

  npm run bench -- [part …]

Parts: messages, uploads, lists, queue, faults (a worker and Redis are killed), recorded (what bench:quick compares
with). Without a part: all but faults and recorded. Leave the machine alone meanwhile.
`;

const page = (name: string) => path.join(projectFolder, 'docs', `${name}.md`);
const performancePage = page('performance');
const scalingPage = page('scaling');

type Tell = (text: string) => void;

/** What each part measures and writes, and where; `facts` says on what, and how long it took. */
const parts: Record<string, (service: Service, tell: Tell, facts: () => string) => Promise<void>> =
	{
		async messages(service, tell, facts) {
			const targets = targetTable(await measureMessages(service, tell));
			await insertFigures(performancePage, { messages: `${targets}\n\n${facts()}` });
		},
		async uploads(service, _tell, facts) {
			const targets = targetTable(await measureUploads(service));
			await insertFigures(performancePage, { uploads: `${targets}\n\n${facts()}` });
		},
		async lists(service, _tell, facts) {
			const targets = targetTable(await measureLists(service));
			await insertFigures(performancePage, { lists: `${targets}\n\n${facts()}` });
		},
		async queue(service, tell, facts) {
			const { targets, loads } = await measureLoads(service, tell);
			await insertFigures(performancePage, { queue: `${targetTable(targets)}\n\n${facts()}` });
			await insertFigures(scalingPage, { loads: `${loads}\n\n${facts()}` });
		},
		async faults(_service, _tell, facts) {
			await insertFigures(scalingPage, { faults: `${await measureFaults()}\n\n${facts()}` });
		},
		async recorded(service) {
			const ratios = Object.entries(await measureQuickly(service));
			const rounded = ratios.map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]);
			const text = JSON.stringify(Object.fromEntries(rounded), null, '\t');
			await writeFile(path.join(__dirname, 'quick', 'recorded.json'), `${text}\n`);
		},
	};

async function run(names: string[]): Promise<void> {
	const begun = Date.now();
	const tell = (text: string) =>
		console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} min  ${text}`);
	const service = await startService();
	try {
		for (const name of names) {
			await parts[name](service, tell, await machineFacts());
			tell(`${name}: written`);
		}
	} finally {
		service.close();
	}
}

// So that what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values, positionals } = parseArgs({
	options: { help: { type: 'boolean', short: 'h' } },
	allowPositionals: true,
});
const unknown = positionals.find((name) => !(name in parts));
if (values.help || unknown) {
	console.log(unknown ? `There is no part "${unknown}".\n\n${HELP}` : HELP);
	process.exitCode = unknown ? 1 : 0;
} else {
	const all = ['messages', 'uploads', 'lists', 'queue'];
	void run(positionals.length > 0 ? positionals : all);
}
