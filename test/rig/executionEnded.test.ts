import fastify from 'fastify';
import { N8nApi } from '../../rig/api/api';

const NO_DATA = '[]';
const WITH_DATA = '[{"resultData":"1"},{"runData":"2"},{}]';

/** An n8n whose execution 7 is in these states, one after the other, and stays in the last. */
async function n8nWith(...states: Array<{ status: string; data: string }>) {
	const server = fastify();
	server.get('/rest/executions/7', () => ({
		data: { id: '7', ...(states.length > 1 ? states.shift() : states[0]) },
	}));
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	return { api: new N8nApi(url), close: async () => await server.close() };
}

describe('the end of an execution', () => {
	test('is waited for until n8n has stored its data, which 1.x does after its status', async () => {
		const { api, close } = await n8nWith(
			{ status: 'running', data: NO_DATA },
			{ status: 'success', data: NO_DATA },
			{ status: 'success', data: WITH_DATA },
		);
		const { status, data } = await api.executionEnded('7');
		expect(status).toBe('success');
		expect(data).toEqual({ resultData: { runData: {} } });
		await close();
	});

	test.each(['canceled', 'crashed'])('needs no data where it was %s', async (status) => {
		const { api, close } = await n8nWith({ status, data: NO_DATA });
		expect(await api.executionEnded('7')).toMatchObject({ status });
		await close();
	});

	test('that does not come is an error', async () => {
		const { api, close } = await n8nWith({ status: 'success', data: NO_DATA });
		await expect(api.executionEnded('7', 0)).rejects.toThrow('has not ended after 0 ms: success');
		await close();
	});
});
