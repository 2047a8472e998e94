import { randomUUID } from 'node:crypto';
import { answering } from './answering';

/** What the model says in one turn: the tools that it wants called. After the last turn it says "Done". */
export type Turn = Array<{ tool: string; with?: object }>;

type Tool = { function: { name: string } };
type Said = { content: unknown; tool_call_id?: string };
type ModelRequest = { model: string; messages: Said[]; tools?: Tool[] };

export type ModelServer = Awaited<ReturnType<typeof startModel>>;

/** For the tests of one `describe`. */
export function useModel(): ModelServer {
	const server = {} as ModelServer;
	beforeAll(async () => void Object.assign(server, await startModel()));
	afterAll(async () => await server.close());
	return server;
}

/** A language model that follows a script: it speaks OpenAI's chat completions. */
async function startModel() {
	const scripts = new Map<string, { turns: Turn[]; calls: string[] }>();
	const asked: ModelRequest[] = [];
	const history: string[] = [];

	const messageTo = ({ model }: ModelRequest) => {
		const { turns, calls } = scripts.get(model)!;
		const wanted = turns.shift() ?? [];
		if (wanted.length === 0) return { content: 'Done' };
		const tool_calls = wanted.map(({ tool, with: args = {} }) => ({
			id: `call_${randomUUID()}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		}));
		calls.push(...tool_calls.map(({ id }) => id));
		return { content: null, tool_calls };
	};

	const { url, close } = await answering(({ method, url, headers }, response, text) => {
		history.push(`${method} ${url} ${JSON.stringify(headers)} ${text}`);
		const order = JSON.parse(text) as ModelRequest;
		asked.push(order);
		const message = { role: 'assistant', ...messageTo(order) };
		const finish_reason = message.content === null ? 'tool_calls' : 'stop';
		const completion = {
			id: randomUUID(),
			object: 'chat.completion',
			created: 0,
			model: order.model,
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		const type = { 'content-type': 'application/json' };
		response.writeHead(200, type).end(JSON.stringify(completion));
	});

	const lastAsked = (model: string) => asked.findLast((order) => order.model === model)!;
	return {
		/** Base URL for the OpenAI credential. */
		url: `${url}/v1`,
		/** Everything that any model received, one text per request. */
		history,
		/** @returns the name of a model that says these turns, whatever it receives */
		script(turns: Turn[]): string {
			const model = `scripted-${randomUUID()}`;
			scripts.set(model, { turns: [...turns], calls: [] });
			return model;
		},
		/** The results of a model's tool calls, as it received them: one text per call, in the order of the calls. */
		observations(model: string): string[] {
			const { messages } = lastAsked(model);
			return scripts.get(model)!.calls.map((id) => {
				const result = messages.find(({ tool_call_id }) => tool_call_id === id)?.content;
				return typeof result === 'string' ? result : JSON.stringify(result);
			});
		},
		/** The tools that a model was offered. */
		tools: (model: string): Tool[] => lastAsked(model).tools ?? [],
		close,
	};
}
