import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firstSteps } from '../../rig/commands/firstSteps';
import { Progress } from '../../rig/commands/progress';
import { examplesFolder } from '../../rig/n8n/folders';
import { describeSize, requireN8n } from '../../rig/n8n/install';

test('The ready box leads in numbered steps to the first message, which is there under this name', () => {
	const example = readFileSync(path.join(examplesFolder, 'first-message.json'), 'utf8');
	const { name } = JSON.parse(example) as { name: string };
	expect(firstSteps('http://n8n:1', 'http://sandbox:2').slice(0, 5)).toEqual([
		expect.stringMatching(/^1\. .* http:\/\/n8n:1\/home\/workflows$/),
		expect.stringMatching(/^2\. .*@.* \S+$/),
		expect.stringMatching(new RegExp(`^3\\..* ${name}$`)),
		expect.stringMatching(/^4\. .*Execute workflow$/),
		expect.stringMatching(/^5\. .* http:\/\/sandbox:2\/$/),
	]);
});

describe('The progress of a first start', () => {
	test.each([0, 400, 2199, 2500])('at %i MB names no duration that could pass', (megabytes) => {
		expect(describeSize(megabytes, 2200)).not.toMatch(/minute|second|hour/);
	});

	test('moves at least every 20 seconds, whether or not a step reports anything', () => {
		jest.useFakeTimers();
		const lines: string[] = [];
		const out = { isTTY: false, write: (line: string) => lines.push(line) };
		const progress = new Progress(1, out as unknown as NodeJS.WriteStream);
		progress.step('Preparing sqlite3');
		jest.advanceTimersByTime(61_000);
		progress.done();
		jest.useRealTimers();
		const times = lines.map((line) => line.trim().split(' · ').at(-1));
		expect(times).toEqual(['0:00', '0:20', '0:40', '1:00', '1:01']);
	});
});

describe('An n8n', () => {
	const manifest = '{ "dependencies": { "n8n": "2.40.7" } }';

	/** A line's folder, as an installation for some package.json has left it. */
	function folderInstalledFor(installed: string): string {
		const folder = mkdtempSync(path.join(tmpdir(), 'line-'));
		const modules = path.join(folder, 'node_modules');
		mkdirSync(path.join(modules, 'n8n', 'bin'), { recursive: true });
		writeFileSync(path.join(modules, 'n8n', 'bin', 'n8n'), '');
		writeFileSync(path.join(folder, 'package.json'), manifest);
		if (installed) writeFileSync(path.join(modules, '.installed-for'), installed);
		return folder;
	}

	test('that is installed as its package.json has it is there', () => {
		expect(() => requireN8n('2.x', folderInstalledFor(manifest))).not.toThrow();
	});

	test.each(['{}', ''])(
		'of another package.json (%j) names the command that installs it',
		(other) => {
			expect(() => requireN8n('2.x', folderInstalledFor(other))).toThrow(
				'n8n 2.x is not installed: run "npm run install:n8n -- 2.x" first.',
			);
		},
	);
});
