import { arrivalOf } from '../../sandbox/dialects';
import type { Sandbox } from '../../sandbox';
import { check, type Sending } from './check';
import { ARRIVED, AT_ONCE } from './sends';

export const PHONE = '6281234567890';

interface Options {
	apiKey?: string;
	/** Also sends, and looks there for what arrives. */
	sandbox?: Sandbox;
	timeLimit?: number;
}

/** Runs the check for a test, at a pace that takes no time. */
export async function checking(url: string, options: Options = {}) {
	const { apiKey = 'sandbox-key', sandbox, timeLimit } = options;
	const [lines, starts]: [string[], number[]] = [[], []];
	let slept = 0;
	const now = () => Date.now() + slept;
	const say = (line: string) => {
		lines.push(line);
		if (/^\d/.test(line)) starts.push(now());
	};
	const sleep = async (ms: number) => (slept += ms);
	const surroundings = { say, now, sleep, timeLimit };
	const sending = sandbox && sendingTo(sandbox);
	const made = await check({ apiKey, baseUrl: url }, surroundings, sending);
	const rows = made.file.split('\n').flatMap((line) => {
		const [point, , seen, means] = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
		return means && !/^(Seen|---)$/.test(seen) ? [[point, `${seen} → ${means}`]] : [];
	});
	return { ...made, rows: Object.fromEntries(rows) as Record<string, string>, lines, starts };
}

/** A person with the phone that the sandbox sends to. */
function sendingTo(sandbox: Sandbox): Sending {
	const choose = async (question: string, choices: readonly string[]) => {
		const about = /"(.+)"/.exec(question)?.[1] ?? '';
		const message = sandbox.accepted.find(({ text }) => text.endsWith(`: ${about}`));
		if (!message) return choices.at(-1) as string;
		const { at, buttons } = arrivalOf(message, sandbox.dialect);
		if (message.buttons) return String(buttons[0]);
		if (message.sendAt) return at > Date.now() + 100_000 ? choices[0] : AT_ONCE;
		return ARRIVED;
	};
	return { phone: PHONE, mediaUrl: 'https://example.com/a.pdf', person: { choose } };
}
