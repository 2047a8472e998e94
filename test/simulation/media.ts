import type { IBinaryData } from 'n8n-workflow';
import { isGroup } from './people';
import type { Plan } from './plan';

const WORDS = Buffer.from('An invoice');
/** The field of each input item that holds a file, and what the body has of it. */
export const BINARY: Record<string, IBinaryData> = {
	invoice: {
		...{ data: WORDS.toString('base64'), mimeType: 'application/pdf', fileName: 'invoice.pdf' },
	},
};
const FILE = { name: 'invoice.pdf', type: 'application/pdf', size: WORDS.length };
export const MEDIA_URL = 'https://example.com/invoice.pdf';

/** Where the media of an item come from. */
export interface Media {
	source: string;
	/** Its field with a file. */
	field: string;
}

/** Whether the message of an item can be an upload: those go to a phone, without buttons or a schedule (§2.3). */
const isUploadable = ({ items, isInteractive, isScheduled }: Plan, item: number) =>
	!isInteractive && !isScheduled && !isGroup(items[item].person);

export function mediaFor(plan: Plan, item: number): Media {
	const source = plan.media === 'binary' && !isUploadable(plan, item) ? 'url' : plan.media;
	return { source: source ?? 'url', field: 'invoice' };
}

/** Whether that is what is wrong with an item, in place of its phone. */
export const isMediaFaulty = ({ media }: Plan, item: number): boolean => !!media && item % 2 === 1;

/** An upload that cannot be sent. */
export const faultyMedia = (plan: Plan, item: number): Media => ({
	...{ source: 'binary', field: isUploadable(plan, item) ? 'nothing' : 'invoice' },
});

/** What the body of a message has of its media. */
export function mediaInBody(plan: Plan, item: number) {
	if (!plan.media) return {};
	return mediaFor(plan, item).source === 'url' ? { media_url: MEDIA_URL } : { file: FILE };
}

/** What a form says, of a file what its part says of it. */
export const fieldsOf = (form: FormData): Record<string, unknown> =>
	Object.fromEntries(
		[...form].map(([field, value]) => {
			if (typeof value === 'string') return [field, value];
			const { name, type, size } = value;
			return [field, { name, type, size }];
		}),
	);
