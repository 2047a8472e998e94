import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { name, version } from '../../package.json';
import { projectFolder } from '../../rig/n8n/folders';
import { pack } from '../../rig/n8n/pack';
import { changesIn, checksumOf } from '../release/notes';

let folder: string;
let tarball: string;
beforeEach(async () => {
	({ tarball } = await pack());
	folder = mkdtempSync(path.join(tmpdir(), 'publish-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a script of `.ci` with another program in the place of npm or npx, which finds its files beside it. */
function run(
	script: string,
	program: 'npm' | 'npx',
	stub: string,
	argument: string,
	patience = '',
) {
	writeFileSync(path.join(folder, program), `#!/bin/sh\ncd ${folder}\n${stub}`, { mode: 0o755 });
	const env = {
		...process.env,
		PATH: `${folder}:${process.env.PATH}`,
		PATIENCE: patience,
		INTERVAL: '0.1',
	};
	const command = path.join(projectFolder, '.ci', script);
	const { status, stdout, stderr } = spawnSync(command, [argument], { env, encoding: 'utf8' });
	return { status, output: stdout + stderr };
}

describe('.ci/publish', () => {
	/** What npm serves, line by line: one for each look. The last one stays. */
	const publish = (served: string[], patience?: string) => {
		writeFileSync(path.join(folder, 'served'), `${served.join('\n')}\n`);
		writeFileSync(path.join(folder, 'published'), '');
		const stub = `
			[ "$1" = publish ] && { echo "$*" >>published; exit; }
			head -n 1 served
			[ "$(wc -l <served)" -gt 1 ] && sed -i 1d served
			exit 0`;
		const result = run('publish', 'npm', stub, tarball, patience);
		return { ...result, published: readFileSync(path.join(folder, 'published'), 'utf8') };
	};

	it('publishes a new version once, with provenance, and waits until npm serves it', async () => {
		const { status, output, published } = publish(['', '', '', await checksumOf(tarball)]);
		expect(output).toContain(`npm serves ${name}@${version}`);
		expect(status).toBe(0);
		const options = '--provenance --access public --ignore-scripts';
		expect(published).toBe(`publish ${tarball} ${options}\n`);
	});

	it('does not publish again what an earlier attempt has published', async () => {
		const { status, published } = publish([await checksumOf(tarball)]);
		expect([status, published]).toEqual([0, '']);
	});

	it('fails where npm has the version with another content', () => {
		const { status, output, published } = publish(['sha512-other']);
		expect([status, published]).toEqual([1, '']);
		expect(output).toMatch(/npm has .* with sha512-other, and not with sha512-/);
	});

	it('stops waiting', () => {
		const { status, output } = publish([''], '1');
		expect(status).toBe(1);
		expect(output).toContain('Run this job again.');
	});
});

test.each([
	['has passed all security checks', 0],
	['has failed security checks', 1],
])('.ci/scan knows that a package %s, which the scan only prints', (verdict, expected) => {
	const spec = `${name}@${version}`;
	const { status, output } = run('scan', 'npx', `echo "Package $4 ${verdict}"`, spec);
	expect(output).toContain(`${spec} ${verdict}`);
	expect(status).toBe(expected);
});

describe('The notes of a release', () => {
	it('have the changes of their version, without the next one and without addresses', () => {
		const changelog =
			'# Changelog\n\n## [Unreleased]\n\n- C\n\n## [1.2.3] - 2026-12-01\n\n- B\n\n## [1.2.2]\n\n- A\n\n[1.2.3]: https://';
		expect(changesIn('1.2.3', changelog)).toBe('- B');
		expect(changesIn('1.2.2', changelog)).toBe('- A');
		expect(() => changesIn('1.2.4', changelog)).toThrow('CHANGELOG.md has no 1.2.4');
	});
});
