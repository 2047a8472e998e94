import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstSteps } from '../../rig/commands/firstSteps';
import { describeSize } from '../../rig/n8n/install';
import { Progress } from '../../rig/commands/progress';
import { examplesFolder } from '../../rig/n8n/folders';

test('The ready box leads in numbered steps to the first message, which is there under this name', () => {
	const [open, logIn, workflow, press, see] = firstSteps('http://n8n:1', 'http://sandbox:2');
	expect(open).toMatch(/^1\. .* http:\/\/n8n:1\/home\/workflows$/);
	expect(logIn).toMatch(/^2\. .*@.* \S+$/);
	expect(press).toMatch(/^4\. .*Execute workflow$/);
	expect(see).toMatch(/^5\. .* http:\/\/sandbox:2\/$/);
	const example = readFileSync(path.join(examplesFolder, 'first-message.json'), 'utf8');
	expect(workflow).toMatch(
		new RegExp(`^3\\..* ${(JSON.parse(example) as { name: string }).name}$`),
	);
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
		expect(lines.map((line) => line.trim().split(' · ').at(-1))).toEqual([
			'0:00',
			'0:20',
			'0:40',
			'1:00',
			'1:01',
		]);
	});
});
