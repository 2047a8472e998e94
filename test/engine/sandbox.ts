import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { retry, runWorkflow, type Outcome, type RunOptions } from './run';

/** Starts a sandbox for the tests of one file, fresh before each. */
export function useSandbox(options: SandboxOptions = {}): { readonly sandbox: Sandbox } {
	const holder = {} as { sandbox: Sandbox };
	beforeAll(async () => {
		holder.sandbox = await startSandbox(options);
	});
	beforeEach(() => holder.sandbox.reset());
	afterAll(async () => await holder.sandbox.close());
	return holder;
}

/** The credential of a sandbox. */
export function credentialOf({ apiKey, url }: Sandbox) {
	return { whatsAppSenderApi: { apiKey, baseUrl: url } };
}

/** Items with the numbers 6281200000000, 6281200000001, … and a text each. */
export function recipients(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, index) => ({
		json: { phone: `62812000${String(index).padStart(5, '0')}`, text: `Message ${index}` },
	}));
}

export type SendOptions = Partial<RunOptions> & { parameters?: INodeParameters };

/** Runs Send Text over the items, with `phone` and `text` from each. */
export async function sendTexts(sandbox: Sandbox, options: SendOptions = {}): Promise<Outcome> {
	return await runWorkflow(sendOptions(sandbox, options));
}

/** Presses Retry for a failed `sendTexts`; with `useCurrent`, of the currently saved workflow. */
export async function retryTexts(
	sandbox: Sandbox,
	failed: Outcome,
	options: SendOptions = {},
	useCurrent = false,
): Promise<Outcome> {
	return await retry(failed, sendOptions(sandbox, options), useCurrent);
}

function sendOptions(sandbox: Sandbox, options: SendOptions): RunOptions {
	return {
		credentials: credentialOf(sandbox),
		items: recipients(3),
		...options,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			phone: '={{ $json.phone }}',
			text: '={{ $json.text }}',
			...options.parameters,
		},
	};
}

/** The recipients of all sends that arrived, in order of arrival. */
export function arrivals(sandbox: Sandbox): string[] {
	return sandbox.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => String((body as Record<string, unknown>).phone));
}
