import { arrivalOf } from '../../sandbox/dialects';
import type { Sandbox } from '../../sandbox';
import { check } from './check';
import { ARRIVED, AS_SCHEDULED, AT_ONCE, type Choose } from './sends';

export const PHONE = '6281234567890';

/**
 * Runs the check for a test, at a pace that takes no time.
 *
 * @param sandbox where the messages arrive; without it, none is sent
 */
export async function checking(
	baseUrl: string,
	{ apiKey = 'sandbox-key', timeLimit = 20_000, sandbox = undefined as Sandbox | undefined } = {},
) {
	const lines: string[] = [];
	const starts: number[] = [];
	let slept = 0;
	const now = () => Date.now() + slept;
	const say = (line: string) => {
		lines.push(line);
		if (/^\d/.test(line)) starts.push(now());
	};
	const sleep = async (ms: number) => (slept += ms);
	const mediaUrl = 'https://example.com/a.pdf';
	const sending = sandbox && { phone: PHONE, mediaUrl, choose: lookAt(sandbox) };
	const report = await check({ apiKey, baseUrl }, { say, now, sleep, timeLimit }, sending);
	const verdict = report.text.trim().split('\n').at(-1)!;
	const seen = report.rows.map(({ point, seen, means }) => [point, `${seen} → ${means}`]);
	return { ...report, verdict, seen: Object.fromEntries(seen), lines, starts };
}

/** A person with the phone that the sandbox sends to. */
const lookAt =
	(sandbox: Sandbox): Choose =>
	async (question, choices) => {
		const called = /^"(.+)"/.exec(question)?.[1];
		const message = sandbox.accepted.find(({ text }) => text.endsWith(`: ${called}`));
		if (!message) return choices.at(-1)!;
		const { at, buttons } = arrivalOf(message, sandbox.dialect);
		if (message.buttons) return String(buttons[0]);
		if (message.sendAt) return at > Date.now() + 100_000 ? AS_SCHEDULED : AT_ONCE;
		return ARRIVED;
	};
