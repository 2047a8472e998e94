/** A chat from the user's last message on. */
export interface Chat {
	/** The user's last message. */
	message: string;
	/** The tools that the model may call. */
	tools: Tool[];
	/** The calls after the message, in order, with the results that the tools returned. */
	results: Array<Call & { result: string }>;
}

export interface Tool {
	name: string;
	parameters: Schema;
}

/** The JSON schema of a parameter. */
interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
}

export interface Call {
	tool: string;
	with: object;
}

/** What the script finds in a message. */
type Found = ReturnType<typeof find>;

const NO_MODEL = 'I am a script of the sandbox, no real model.';
const RECIPIENT = /\d{10,}@g\.us|\+?\d[\d ().-]{6,}\d/;
const NAME_OF_RECIPIENT = /phone|number|recipient|contact|group|whatsapp/i;

/** The calls that the script makes: once the first tool, with what the message gives for its parameters. */
export function callsOf({ message, tools: [tool], results }: Chat): Call[] {
	if (!tool || results.length > 0) return [];
	const values = valuesFor(tool.parameters, find(message));
	return values ? [{ tool: tool.name, with: values }] : [];
}

/** The script's answer if it makes no call. */
export function answerTo({ tools, results }: Chat): string {
	if (tools.length === 0) return `${NO_MODEL} Connect a tool to the agent, and I will call it.`;
	if (results.length === 0)
		return `${NO_MODEL} Write who gets what, e.g. "Send 0812-0001-0001: Hello".`;
	const told = results.map(({ tool, with: values, result }) => {
		return `I called ${tool} with ${JSON.stringify(values)}. It returned: ${result}`;
	});
	return [NO_MODEL, ...told].join('\n\n');
}

/** @returns undefined if the message gives nothing for one of the parameters */
function valuesFor({ properties = {} }: Schema, found: Found): object | undefined {
	const values = Object.entries(properties).map(([name, schema]) => {
		return [name, valueFor(name, schema, found)] as const;
	});
	const isComplete = values.every(([, value]) => value !== undefined && value !== '');
	return isComplete ? Object.fromEntries(values) : undefined;
}

function valueFor(name: string, schema: Schema, found: Found): unknown {
	const [type] = [schema.type].flat();
	if (type === 'object') return valuesFor(schema, found);
	if (type === 'array') return [];
	if (type === 'boolean') return false;
	if (type === 'number' || type === 'integer') return found.number;
	return NAME_OF_RECIPIENT.test(name) ? found.recipient : found.text;
}

/** The text is what follows the recipient; without one, what follows "that". */
function find(message: string) {
	const [recipient = ''] = RECIPIENT.exec(message) ?? [];
	const [, after] = message.split(recipient);
	const [, clause] = /\bthat\s+(.+?[.!?])(\s|$)/s.exec(message) ?? [];
	const text = recipient ? strip(after) : (clause ?? message);
	const numbers = message.replace(recipient, '').match(/\d+(\.\d+)?/g) ?? [];
	return { recipient, text, number: numbers.map(Number).at(-1) };
}

/** Removes punctuation and quotation marks around a text. */
const strip = (text: string) => text.replace(/^[\s:,;–—-]*(that\s+)?["“']*|[\s"”']+$/gi, '');
