import type { Published } from './workflows';

/** Executions to be started, and the messages that are to come of them. */
export interface Load {
	workflow: Published;
	bodies: object[];
	texts: string[];
}

const CALLERS = 20;

/** Calls a webhook once for each body, twenty at a time, and waits until all calls are answered. */
export async function callAll({ url }: Published, bodies: object[]): Promise<void> {
	const waiting = bodies.values();
	const caller = async () => {
		for (const body of waiting) {
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
			await response.text();
			if (!response.ok) throw new Error(`n8n's webhook process answered HTTP ${response.status}`);
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** So many messages, each with a text of its own. */
export function messages(name: string, count: number): Array<{ phone: string; text: string }> {
	return Array.from({ length: count }, (_, index) => ({
		phone: `6281234${100_000 + index}`,
		text: `${name} ${index}`,
	}));
}
