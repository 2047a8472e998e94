import { startBenchN8n, sideBySide } from './n8n';
import { atMost, count, digits, duration, megabytes, target, type Target } from './page';
import {
	checkedFirst,
	httpRequest,
	inBatches,
	loop,
	Sending,
	thisNode,
	withCredential,
} from './senders';
import type { Service } from './service';

/** Sends texts in every way that is compared, through one n8n. */
export async function measureMessages(service: Service, tell: (text: string) => void) {
	await using n8n = await startBenchN8n(service.url);
	const sending = new Sending(n8n, service);
	const targets: Target[] = [];
	// What grows is measured in a new process, so it comes first; in the table it comes last.
	for (const measure of [memory, ideal, processorTime, responsiveness]) {
		targets.unshift(...(await measure(sending)));
		tell(`messages: ${measure.name}`);
	}
	return targets;
}

async function responsiveness(sending: Sending): Promise<Target[]> {
	const items = 3000;
	const load = { items, latency: 20, watched: true };
	const senders = [thisNode, checkedFirst, httpRequest];
	const [ours, checked, theirs] = await sending.compare(senders, 3, load);
	const what = '3,000 messages at 20 ms:';
	const silence = `longest time in which n8n answers nothing (\`/healthz\`) ÷ the HTTP Request node's`;
	const silences = `(${duration(ours.silence)} and ${duration(theirs.silence)})`;
	const same = `The same with Check All Items First (${duration(checked.silence)})`;
	const cost = (checked.first - ours.first) / items;
	return [
		atMost(`${what} time to the first message`, 1.5, ours.first / 1000, ' s'),
		atMost(`${what} ${silence} ${silences}`, 0.1, ours.silence / theirs.silence),
		atMost(same, 0.1, checked.silence / theirs.silence),
		atMost('Check All Items First: time before the first message, for each item', 5, cost, ' ms'),
	];
}

async function processorTime(sending: Sending): Promise<Target[]> {
	const items = 1000;
	const senders = [thisNode, withCredential, httpRequest];
	const [ours, credential, key] = await sending.compare(senders, 5, { items, latency: 0 });
	const what = 'Processor time of a message ÷ the HTTP Request node';
	const of = (theirs: { cpu: number }) =>
		`(${digits(ours.cpu / items)} and ${digits(theirs.cpu / items)} ms)`;
	return [
		atMost(`${what} with the same credential ${of(credential)}`, 0.8, ours.cpu / credential.cpu),
		atMost(`${what} with the key written into its body ${of(key)}`, 3, ours.cpu / key.cpu),
	];
}

async function ideal(sending: Sending): Promise<Target[]> {
	const latency = 200;
	const targets: Target[] = [];
	for (const items of [200, 1000]) {
		const times = items > 500 ? 1 : 3;
		const [{ span }] = await sending.compare([thisNode], times, { items, latency });
		const what = `${count(items)} messages at 200 ms ÷ ideal (messages × 200 ms ÷ 10)`;
		targets.push(atMost(what, 1.2, span / ((items * latency) / 10)));
	}
	const [ours, theirs] = await sideBySide([thisNode, loop], 3, async (sender) => {
		// The loop takes the same time for each.
		const items = sender === loop ? 50 : 200;
		const { span } = await sending.send(sender, { items, latency });
		return { each: span / items };
	});
	const faster = theirs.each / ours.each;
	const what = 'Messages at 200 ms: times as fast as a loop around HTTP Request';
	return [...targets, target(what, 'at least 8', digits(faster), faster >= 8)];
}

async function memory(sending: Sending): Promise<Target[]> {
	const [ours, theirs] = await sideBySide([thisNode, inBatches], 1, async (sender) => {
		await sending.restart(sender);
		return await sending.send(sender, { items: 20_000, latency: 0 });
	});
	const growths = `${megabytes(ours.growth)} and ${megabytes(theirs.growth)}`;
	const times = `all sent in ${duration(ours.time)} and ${duration(theirs.time)}`;
	const what = `20,000 messages: growth of memory ÷ the HTTP Request node's with Batching`;
	return [atMost(`${what} (${growths}; ${times})`, 1, ours.growth / theirs.growth)];
}
