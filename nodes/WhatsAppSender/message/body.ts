import { type GenericValue, type IDataObject, NodeHelpers } from 'n8n-workflow';
import { isEmptyValue } from '../values/text';
import { UploadedFile } from './file';
import type { BodyParts, MessageBodyField, MessageField } from './item';

/** The validated message of an item. */
export interface Body {
	/** By body field (§2.2). */
	fields: IDataObject;
	/** The file of an upload: then the body is a form (§2.3). */
	file?: UploadedFile;
}

/**
 * Builds the body of an item's message, as n8n's routing does: of the fields and options that n8n would show.
 *
 * @throws InputError for the first invalid value
 */
export async function bodyOf(parts: BodyParts, fields: MessageField[]): Promise<Body> {
	const { item, to } = parts;
	const choices = { ...parts.choices, recipientType: to.type };
	// The text goes first.
	const body: Body = { fields: { text: undefined } };
	for (const field of [...fields, ...fields.flatMap(optionsIn)].filter(isBodyField)) {
		if (!NodeHelpers.displayParameter(choices, field, item.node, null, choices)) continue;
		const { property } = field.routing.send;
		const value = await field.bodyValue(parts);
		if (value instanceof UploadedFile) body.file = value;
		// The text of a file may be nothing but spaces.
		else if (!isEmptyValue(value) || property === 'text')
			body.fields[property] = value as GenericValue;
	}
	return body;
}

const optionsIn = (field: MessageField): MessageField[] =>
	field.type === 'collection' ? (field.options as MessageField[]) : [];

const isBodyField = (field: MessageField): field is MessageBodyField => 'bodyValue' in field;

/** Encodes the body for the request. The credential adds the API key. */
export function encodeBody({ fields, file }: Body): IDataObject | FormData {
	if (!file) return fields;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) form.append(field, textPart(String(value)));
	form.append('file', file);
	return form;
}

/** n8n writes line breaks of a plain field as CRLF, and sends a nameless file unchanged. */
const textPart = (text: string) =>
	/[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain;charset=utf-8' }) : text;
