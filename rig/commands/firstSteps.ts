import { owner } from '../api/session';

/**
 * What to do when n8n is ready, as numbered lines.
 *
 * @param n8n its address; `/` would lead to n8n's assistant instead of the workflows
 */
export function firstSteps(n8n: string, sandbox: string): string[] {
	return [
		`1. Open               ${n8n}/home/workflows`,
		`2. Log in             ${owner.email}  ${owner.password}`,
		'3. Open the workflow  First message',
		'4. Press              Execute workflow',
		`5. See it arrive at   ${sandbox}/`,
		'',
		'Nothing is sent to anyone. Ctrl-C stops n8n and the sandbox.',
		'Your changes are kept for the next start.',
	];
}
