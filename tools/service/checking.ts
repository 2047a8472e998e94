import { arrivalOf } from '../../sandbox/dialects';
import type { Sandbox } from '../../sandbox';
import { check } from './check';
import { ARRIVED, AS_SCHEDULED, AT_ONCE, type Sending } from './sends';

export const PHONE = '6281234567890';

/** Runs the check for a test. @param sandbox where the messages arrive; without it, none is sent */
export async function checking(
	baseUrl: string,
	{ apiKey = 'sandbox-key', timeLimit = 20_000, sandbox = undefined as Sandbox | undefined } = {},
) {
	const lines: string[] = [];
	const say = (line: string) => void lines.push(line);
	const sending = sandbox && { phone: PHONE, choose: lookAt(sandbox) };
	const report = await check({ apiKey, baseUrl }, { say, pace: 0, timeLimit }, sending);
	const verdict = report.text.trim().split('\n').at(-1)!;
	const seen = report.rows.map(({ point, seen, means }) => [point, `${seen} → ${means}`]);
	const requests = lines.filter((line) => /^\d/.test(line)).length;
	return { ...report, verdict, seen: Object.fromEntries(seen), requests };
}

/** A person with the phone that the sandbox sends to. */
const lookAt =
	(sandbox: Sandbox): Sending['choose'] =>
	async (question, choices) => {
		const point = /^"(.+)"/.exec(question)?.[1];
		const message = sandbox.accepted.find(({ text }) => text.endsWith(`: ${point}`));
		if (!message) return choices.at(-1)!;
		const { at, buttons } = arrivalOf(message, sandbox.dialect);
		if (message.buttons) return String(buttons[0]);
		if (message.sendAt) return at > Date.now() + 100_000 ? AS_SCHEDULED : AT_ONCE;
		return ARRIVED;
	};
