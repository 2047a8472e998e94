import { DateTime } from 'luxon';
import { getGlobalState } from 'n8n-workflow';
import { WorkflowError } from '../errors/nodeErrors';
import { quote } from './checks';

/** The workflow's time zone. In a workflow that was made over n8n's API, `DEFAULT` can be the instance's. */
export function timezoneOf(context: { getTimezone(): string }): string {
	const timezone = context.getTimezone();
	return timezone === 'DEFAULT' ? getGlobalState().defaultTimezone : timezone;
}

/** Refuses an unknown zone, because Luxon returns invalid times for it. @param field label for the error */
export function requireTimezone(field: string, timezone: string): void {
	if (DateTime.fromMillis(0, { zone: timezone }).isValid) return;
	throw new WorkflowError(
		`${field}: the workflow's time zone ${quote(timezone)} is unknown: choose one like Asia/Jakarta in the workflow's settings`,
		'If the settings have the default time zone, set GENERIC_TIMEZONE of n8n.',
	);
}
