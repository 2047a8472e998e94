import { parseArgs } from 'node:util';
import { measureLists } from './lists';
import { measureMessages } from './messages/messages';
import { insertFigures, machineFacts, targetTable, type Target } from './page';
import { measureLoads } from './queue/loads';
import { measureFaults } from './queue/measure';
import { startService, type Service } from './service';
import { measureUploads } from './uploads';

const HELP = `Compares the node with what else n8n offers, in a real n8n 2.x, and writes the figures of
docs/performance.md and docs/scaling.md.

  npm run bench -- [part …]

Parts: messages, uploads, lists, queue, faults (a worker and Redis are killed). Without a part: all but faults.
Leave the machine alone meanwhile.
`;

type Tell = (text: string) => void;

/** What each part measures, as the texts of its places in the two pages. */
const parts: Record<string, (service: Service, tell: Tell) => Promise<Texts>> = {
	messages: async (service, tell) => compared(await measureMessages(service, tell)),
	uploads: async (service) => compared(await measureUploads(service)),
	lists: async (service) => compared(await measureLists(service)),
	async queue(service, tell) {
		const { targets, loads } = await measureLoads(service, tell);
		return { ...compared(targets), scaling: { loads } };
	},
	faults: async () => ({ scaling: { faults: await measureFaults() } }),
};

interface Texts {
	/** Of the part's own place. */
	performance?: string;
	scaling?: Record<string, string>;
}

const compared = (targets: Target[]): Texts => ({ performance: targetTable(targets) });

async function run(names: string[]): Promise<void> {
	const begun = Date.now();
	const tell = (text: string) =>
		console.log(`${((Date.now() - begun) / 60_000).toFixed(1)} min  ${text}`);
	const service = await startService();
	try {
		for (const name of names) {
			const facts = await machineFacts();
			const { performance, scaling = {} } = await parts[name](service, tell);
			if (performance)
				await insertFigures('performance.md', { [name]: `${performance}\n\n${facts()}` });
			for (const [place, text] of Object.entries(scaling))
				await insertFigures('scaling.md', { [place]: `${text}\n\n${facts()}` });
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
