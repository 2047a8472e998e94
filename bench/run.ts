import { parseArgs } from 'node:util';
import { measureLists, measureUploads } from './large';
import { measureMessages } from './messages';
import { insertFigures, machineFacts, targetTable } from './page';
import { measureFaults, measureLoads } from './queue';
import { startService, type Service } from './service';

const HELP = `Compares the node with what else n8n offers, in a real n8n 2.x, and writes the figures of
docs/performance.md and docs/scaling.md.

  npm run bench -- [part …]

Parts: messages, uploads, lists, queue. Without a part: all of them. And faults: a worker and Redis are killed.
Leave the machine alone meanwhile.
`;

type Tell = (text: string) => void;

/** Markdown for each place of a page in `docs/`. */
type Figures = Record<string, Record<string, string>>;

const compared = (figures: Record<string, string>): Figures => ({ 'performance.md': figures });

const parts: Record<string, (service: Service, tell: Tell) => Promise<Figures>> = {
	messages: async (service, tell) =>
		compared({ messages: targetTable(await measureMessages(service, tell)) }),
	uploads: async (service) => compared({ uploads: targetTable(await measureUploads(service)) }),
	lists: async (service) => compared({ lists: targetTable(await measureLists(service)) }),
	async queue(service, tell) {
		const { target, loads } = await measureLoads(service, tell);
		return { ...compared({ queue: targetTable([target]) }), 'scaling.md': { loads } };
	},
	faults: async () => ({ 'scaling.md': { faults: await measureFaults() } }),
};

async function run(names: string[]): Promise<void> {
	const begun = Date.now();
	const tell = (text: string) =>
		console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} min  ${text}`);
	using service = await startService();
	for (const name of names) {
		const facts = await machineFacts();
		const figures = await parts[name](service, tell);
		for (const [page, places] of Object.entries(figures))
			for (const [place, text] of Object.entries(places))
				await insertFigures(page, place, `${text}\n\n${facts()}`);
		tell(`${name}: written`);
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
	void run(positionals.length > 0 ? positionals : ['messages', 'uploads', 'lists', 'queue']);
}
