import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { N8nApi, N8nWorkflow } from '../../rig/api/api';
import { examplesFolder, n8nFolder } from '../../rig/n8n/folders';
import { prepareDemo } from '../../rig/workflows/examples';

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

/** A workflow without what belongs to one n8n: its ID, credentials and addresses. */
function withoutPlace(workflow: N8nWorkflow, ...addresses: string[]) {
	const nodes = workflow.nodes.map((node) => ({ ...node, credentials: undefined }));
	const text = JSON.stringify({ ...workflow, id: undefined, nodes });
	return addresses.reduce((rest, address) => rest.replaceAll(address, 'address'), text);
}

test('npm start imports the examples as they are, but for addresses, IDs and credentials', async () => {
	const [n8n, sandbox] = ['http://n8n.test:1', 'http://sandbox.test:2'];
	const imported: N8nWorkflow[] = [];
	const api = {
		webhooks: n8n,
		credentials: async () => [],
		createCredential: async ({ name }: { name: string }) => ({ id: `ID of ${name}`, name }),
		workflows: async () => [],
		createWorkflow: async (workflow: N8nWorkflow) => ({ id: imported.push(workflow) }),
		activate: async () => {},
	};
	const service = { url: sandbox, modelUrl: '', apiKey: 'key-1', shopKeys: {} };
	await prepareDemo(api as unknown as N8nApi, service, { user: 'demo', password: 'Sandbox1' });
	const files = (await readdir(examplesFolder)).filter((name) => name.endsWith('.json'));
	const texts = await Promise.all(
		files.map(async (name) => await readFile(path.join(examplesFolder, name), 'utf8')),
	);
	const places = ['http://127.0.0.1:5678', 'http://127.0.0.1:8089'];
	const examples = texts.map((text) => withoutPlace(JSON.parse(text) as N8nWorkflow, ...places));
	expect(imported.map((workflow) => withoutPlace(workflow, n8n, sandbox)).sort()).toEqual(
		examples.sort(),
	);
	const nodes = imported.flatMap((workflow) => workflow.nodes);
	for (const { id, name } of nodes.flatMap(({ credentials = {} }) => Object.values(credentials)))
		expect(id).toBe(`ID of ${name}`);
});
