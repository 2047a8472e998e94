import { parseArgs } from 'node:util';
import { measureLists, measureUploads } from './large';
import { measureMessages } from './messages';
import { insertFigures, machineFacts, targetTable } from './page';
import { measureFaults, measureLoads } from './queue';
import { startService, type Service } from './service';

const HELP = `Compares the node with what else n8n offers, in a real n8n 2.x, and writes the figures of
bench/README.md.

  npm run bench -- [part …]

Parts: messages, uploads, lists, queue. Without a part: all of them. And faults: a worker and Redis are killed.
Leave the machine alone meanwhile.
`;

type Tell = (text: string) => void;

/** Markdown for places of bench/README.md. */
type Figures = Record<string, string>;

const parts: Record<string, (service: Service, tell: Tell) => Promise<Figures>> = {
	messages: async (service, tell) => ({
		messages: targetTable(await measureMessages(service, tell)),
	}),
	uploads: async (service) => ({ uploads: targetTable(await measureUploads(service)) }),
	lists: async (service) => ({ lists: targetTable(await measureLists(service)) }),
	async queue(service, tell) {
		const { target, loads } = await measureLoads(service, tell);
		return { queue: targetTable([target]), loads };
	},
	faults: async () => ({ faults: await measureFaults() }),
};

async function run(names: string[]): Promise<void> {
	const begun = Date.now();
	const tell = (text: string) =>
		console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} min  ${text}`);
	using service = await startService();
	for (const name of names) {
		const facts = await machineFacts();
		const figures = await parts[name](service, tell);
		for (const [place, text] of Object.entries(figures))
			await insertFigures(place, `${text}\n\n${facts()}`);
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
