/** A state of an operation's form; each follows from the one before it. */
export interface State {
	/** What the user changes first, by name and value. */
	change: Record<string, string | boolean>;
	/** What n8n sets back because of it. */
	forgotten?: string[];
	/** All fields from top to bottom below Operation; `*`: n8n marks it until something is entered. */
	fields: string;
	/** Whether a credential is asked for. Default: as in the state before. */
	credential?: boolean;
	/** What "Add option" offers. Default: not looked at. */
	offered?: string;
	/** Adds all that is offered: `fields` ends with them, but for those that hold fields of their own. */
	addAll?: boolean;
}

export interface Form {
	resource: string;
	operation: string;
	states: State[];
}

const SCHEDULE = 'sendAt sendAtUnit';
const DELAYS = 'maxDelay concurrency minDelay neverSendTo';

/** What shows and what hides: the words of each field are the node's own, see `expected.ts`. */
export const forms: Form[] = [
	{
		resource: 'message',
		operation: 'sendText',
		states: [
			{
				change: {},
				fields: 'recipientType phone* text* isInteractive simplify options',
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
				credential: true,
			},
			{
				change: { recipientType: 'group' },
				fields: 'recipientType groupId* text* isInteractive simplify options',
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
			},
			{
				change: { recipientType: 'contact', isInteractive: true },
				fields: 'recipientType contactNotice text* isInteractive footer buttons simplify options',
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
			},
			{
				change: { recipientType: 'phone', isInteractive: false },
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
				addAll: true,
				fields: `recipientType phone* text* isInteractive simplify options countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
			},
		],
	},
	{
		resource: 'message',
		operation: 'sendMedia',
		states: [
			{
				change: {},
				fields: 'recipientType phone* mediaSource mediaUrl* text* isInteractive simplify options',
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
				credential: true,
			},
			{
				change: { recipientType: 'group', isInteractive: true },
				fields:
					'recipientType groupId* mediaSource mediaUrl* text* isInteractive footer buttons simplify options',
			},
			{
				change: { recipientType: 'contact' },
				fields:
					'recipientType contactNotice mediaSource mediaUrl* text* isInteractive footer buttons simplify options',
			},
			{
				change: { mediaSource: 'binary' },
				fields:
					'recipientType contactNotice mediaSource uploadNotice binaryPropertyName text* simplify options',
				offered: `countryCode eachRecipientOnce fileName ${DELAYS}`,
			},
			{
				change: { operation: 'sendText' },
				forgotten: ['mediaSource', 'isInteractive'],
				fields: 'recipientType contactNotice text* isInteractive simplify options',
				offered: `countryCode eachRecipientOnce ${DELAYS} ${SCHEDULE}`,
			},
		],
	},
	{
		resource: 'message',
		operation: 'sendAndWait',
		states: [
			{
				change: {},
				fields:
					'reachableNotice recipientType phone* message* responseType approvalOptions options',
				credential: true,
			},
			{
				change: { recipientType: 'group', responseType: 'freeText' },
				fields: 'reachableNotice recipientType groupId* message* responseType options',
				offered: 'countryCode limitWaitTime pageText pageTitle',
			},
		],
	},
	{
		resource: 'list',
		operation: 'getLists',
		states: [
			{ change: {}, fields: 'returnAll limit', credential: true },
			{ change: { returnAll: true }, fields: 'returnAll' },
		],
	},
	{
		resource: 'list',
		operation: 'getListContacts',
		states: [
			{ change: {}, fields: 'list* returnAll limit include', credential: true },
			{ change: { returnAll: true, include: 'groups' }, fields: 'list* returnAll include' },
		],
	},
	{
		resource: 'webhook',
		operation: 'webhookList',
		states: [
			{
				change: {},
				fields: 'webhookUrl* receiverAuthentication name phone phoneFormat countryCode options',
				offered: 'fields headers maxDelay concurrency method minDelay nameField phoneField timeout',
				credential: false,
			},
			{
				change: { phoneFormat: 'asIs' },
				fields: 'webhookUrl* receiverAuthentication name phone phoneFormat options',
			},
			...['basicAuth', 'bearerAuth', 'headerAuth', 'queryAuth'].map((receiverAuthentication) => ({
				change: { receiverAuthentication },
				fields: 'webhookUrl* receiverAuthentication name phone phoneFormat options',
				credential: true,
			})),
			{
				change: { receiverAuthentication: 'none' },
				fields:
					'webhookUrl* receiverAuthentication name phone phoneFormat options maxDelay concurrency method minDelay nameField phoneField timeout',
				credential: false,
				offered: 'fields headers maxDelay concurrency method minDelay nameField phoneField timeout',
				addAll: true,
			},
		],
	},
];
