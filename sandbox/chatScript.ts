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
	type?: string;
	properties?: Record<string, Schema>;
}

export interface Call {
	tool: string;
	with: object;
}

const NO_MODEL = 'I am a script of the sandbox, no real model.';
const PHONE = /\+?\d[\d ().-]{6,}\d/;

/** The calls that the script makes: once the first tool, with what the message gives for its parameters. */
export function callsOf({ message, tools: [tool], results }: Chat): Call[] {
	if (!tool || results.length > 0) return [];
	return [{ tool: tool.name, with: valuesFor(tool.parameters, message) }];
}

/** The script's answer if it makes no call. */
export function answerTo({ results }: Chat): string {
	const told = results.map(({ tool, with: values, result }) => {
		return `I called ${tool} with ${JSON.stringify(values)}. It returned: ${result}`;
	});
	return [NO_MODEL, ...told].join('\n\n');
}

const valuesFor = ({ properties = {} }: Schema, message: string): object =>
	Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, valueFor(name, schema, message)]),
	);

/** The text is what follows the phone; without one, what follows "that". */
function valueFor(name: string, schema: Schema, message: string): unknown {
	if (schema.type === 'object') return valuesFor(schema, message);
	if (schema.type === 'number') return Number(message.match(/\d+/g)?.at(-1));
	const [phone = ''] = PHONE.exec(message) ?? [];
	if (/phone/i.test(name)) return phone;
	if (phone) return message.split(phone)[1].replace(/^[\s:]+/, '');
	return /\bthat\s+(.+?[.!?])(\s|$)/s.exec(message)?.[1] ?? message;
}
