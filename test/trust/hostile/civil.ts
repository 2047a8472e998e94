import type { Outcome } from '../../engine/run';

/** Names under which an error may name its field. */
const FIELDS =
	/^(Phone|Text|Group ID|Send To|The input item has no phone|Media Source|Media URL|Footer|Buttons|Send At|Default Country Code|Minimum Delay|Maximum Delay|This item has no file\b.* Set Input Data Field Name|Interactive Message|Simplify|List|Limit|Webhook URL|Name|Header|Country Code|Base URL|The API Key|Proxy)\b/;

/** An outcome that no input may spoil: success, or one of n8n's errors in plain words. */
export function expectCivil({ error }: Outcome): void {
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	if (!error) return;
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	// Nothing that hides, forges lines or turns the writing around.
	expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
	expect(error.message.length).toBeLessThan(700);
	expect(error.message).not.toMatch(/undefined|\[object|is not a function|Cannot read|NaN/);
}

/** An error about input, which names the field. The engine makes a NodeApiError of what routing throws. */
export function expectFieldNamed({ error }: Outcome): void {
	expect(error).toBeDefined();
	expect(error?.message).toMatch(FIELDS);
}
