import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WhatsAppSenderApi } from '../../credentials/WhatsAppSenderApi.credentials';
import { WhatsAppSenderWebhookApi } from '../../credentials/WhatsAppSenderWebhookApi.credentials';
import { LINES, lineFolder } from '../../rig/n8n/folders';
import { description } from '../contract/form';
import { guides, inProject, read } from '../contract/pages';

const form = JSON.stringify([description, new WhatsAppSenderApi(), new WhatsAppSenderWebhookApi()]);
const examples = readdirSync(inProject('examples')).map((file) => read(`examples/${file}`));
const own = [form, ...examples].join();
/** What the editor of both lines says, and n8n's own nodes. */
const n8n = LINES.flatMap((line) => {
	const modules = path.join(lineFolder(line), 'node_modules');
	const assets = path.join(modules, 'n8n-editor-ui', 'dist', 'assets');
	const scripts = readdirSync(assets).filter((file) => /^(?!.*legacy).*\.js$/.test(file));
	const nodes = path.join(modules, 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	return [nodes, ...scripts.map((file) => path.join(assets, file))];
});

/** Those that neither the form nor n8n shows: alone, or before an ellipsis or brackets. */
function unknown(labels: string[]): string[] {
	const isIn = (text: string, label: string) =>
		[`"${label}`, `\`${label}`].some((start) =>
			['"', '`', '...', ' ('].some((end) => text.includes(start + end)),
		);
	// A symbol on a button, or a key.
	let left = [...new Set(labels)].filter((label) => [...label].length > 1 && !isIn(own, label));
	for (const file of n8n) {
		if (left.length === 0) break;
		const text = readFileSync(file, 'utf8');
		left = left.filter((label) => !isIn(text, label));
	}
	return left;
}

test.each(guides)('%s prints only labels in bold', (page) => {
	const bold = [...read(page).matchAll(/\*\*(.+?)\*\*/g)];
	// The node panel adds a word to a resource: "Message Actions".
	const labels = bold.map(([, label]) => label.replace(/ Actions$/, ''));
	expect(unknown(labels)).toEqual([]);
});

test('The texts of the form name only labels in quotes', () => {
	const quoted = [...form.matchAll(/'([A-Z][^'"]*)'/g)].map(([, label]) => label);
	expect(quoted.length).toBeGreaterThan(0);
	expect(unknown(quoted)).toEqual([]);
});

test('A label that is nowhere is noticed', () => {
	expect(unknown(['Send To', 'No Such Label'])).toEqual(['No Such Label']);
});
