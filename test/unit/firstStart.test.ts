import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8nFolder } from '../../rig/n8n/folders';

test('After a failed build of the driver, the next start downloads nothing again', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'install-'));
	for (const file of ['install.sh', 'package.json'])
		await copyFile(path.join(n8nFolder, file), path.join(folder, file));
	// Takes the place of npm: its second call, the first build, fails.
	const npm = path.join(folder, 'npm');
	const script = 'mkdir -p node_modules\necho $1 >> calls\n[ $(wc -l < calls) != 2 ]';
	await writeFile(npm, `#!/bin/sh\n${script}`);
	await chmod(npm, 0o755);
	const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
	const install = async () =>
		await promisify(execFile)('sh', ['install.sh'], { cwd: folder, env }).then(
			() => 'installed',
			() => 'failed',
		);
	const results = [await install(), await install(), await install()];
	expect(results).toEqual(['failed', 'installed', 'installed']);
	expect(await readFile(path.join(folder, 'calls'), 'utf8')).toBe('install\nrebuild\nrebuild\n');
});
