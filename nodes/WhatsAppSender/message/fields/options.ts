import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { campaign } from '../../broadcast/rules/campaign';
import { delay, WHEN_ADDED } from '../../broadcast/rules/delay';
import { dryRun } from '../../broadcast/rules/dryRun';
import { sendHours } from '../../broadcast/rules/hours';
import { maxPerExecution } from '../../broadcast/rules/maximum';
import { eachRecipientOnce } from '../../broadcast/rules/once';
import { neverSendTo, onlySendTo } from '../../broadcast/rules/stopLists';
import { testPhone } from '../../broadcast/rules/testRecipient';
import { optionsField } from '../../formFields';
import { normalizeCountryCode } from '../../values/numberingPlan';
import type { Option } from '../../values/option';
import { textFormat } from '../textFormat';

export const countryCode: Option<string> = {
	displayName: 'Country Code',
	name: 'countryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 62 or ID',
	description:
		"Country of numbers without a country code, instead of the credential's. Use an expression if your data has a country column.",
	emptyHint: 'a country code, e.g. 62 or ID',
	read: (value) => normalizeCountryCode(value),
};

export const fileName: Option = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice.pdf',
	description: 'Name to send the file with. If empty, the file keeps its own name.',
	emptyHint: undefined,
	read: (value) => value,
};

export const sendAt: Option = {
	displayName: 'Send At',
	name: 'sendAt',
	type: 'dateTime',
	default: '',
	description: 'When the service sends the message. Uploads cannot be scheduled.',
	hint: "In the workflow's time zone. A dry run says which one that is.",
	routing: { send: { type: 'body', property: 'send_at' } },
	emptyHint: '{{ $now }} to send the message now',
	read: (value) => value,
};

/** Send At is never hidden: n8n drops a hidden option, and the message would go now. */
const sendOptions = (file: INodeProperties[]): INodeProperties => ({
	...optionsField([
		campaign,
		countryCode,
		delay,
		dryRun,
		eachRecipientOnce,
		...file,
		maxPerExecution,
		neverSendTo,
		onlySendTo,
		sendAt,
		sendHours,
		testPhone,
		textFormat,
	]),
	// A broadcast without a delay can get a number blocked.
	default: WHEN_ADDED,
});

export const sendTextOptions = sendOptions([]);

export const sendMediaOptions = sendOptions(
	updateDisplayOptions({ show: { '/mediaSource': ['binary'] }, hide: { '@tool': [true] } }, [
		fileName,
	]),
);

/** The options of both operations. */
export const ALL_OPTIONS = sendMediaOptions.options as INodeProperties[];
