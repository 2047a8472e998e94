import { request } from 'node:http';

/**
 * Calls a webhook that answers when its workflow has ended, however long that takes: `fetch` gives
 * up after five minutes.
 *
 * @returns the status of the answer
 */
export async function callToEnd(url: string, body: object): Promise<number> {
	return await new Promise((resolve, reject) => {
		const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
		const call = request(url, options, (response) => {
			response.resume().once('end', () => resolve(response.statusCode ?? 0));
			response.once('error', reject);
		});
		call.once('error', reject).end(JSON.stringify(body));
	});
}
