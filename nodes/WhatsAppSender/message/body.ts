import {
	NodeHelpers,
	type GenericValue,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../errors/nodeErrors';
import {
	isNothing,
	isOn,
	oneOf,
	optionalText,
	requiredText,
	requiredWebAddress,
} from '../values/checks';
import { refuseBraces } from '../values/fixedOrExpression';
import type { Option } from '../values/option';
import { schedule, scheduledTime, SEND_AT_UNITS, type SendAtUnit } from '../values/schedule';
import { parseButtons } from './buttons';
import { messageFields } from './fields';
import { fileName, sendAt } from './fields/sendOptions';
import { fileOf, textPart } from './file';
import { optionOf, type Item } from './item';
import type { Choices, Recipient } from './recipient';
import { formatText, textFormat } from './textFormat';

/** One item's message, validated and complete but for the API key. */
export interface Body {
	/** By name, as JSON (§2.2) or in the form of an upload (§2.3). */
	fields: Record<string, BodyValue>;
	isUpload: boolean;
	/** ISO time of a scheduled message. */
	scheduledFor?: string;
}

type BodyValue = GenericValue | IDataObject | File;
type Rule = (value: unknown, item: Item, label: string) => BodyValue | Promise<BodyValue>;

/** How a field of the form becomes a body field that needs no rule of its own. */
const BY_TYPE: Partial<Record<INodeProperties['type'], Rule>> = {
	boolean: (value, _item, label) => isOn(label, value) || undefined,
	string: (value, _item, label) => optionalText(label, value),
};

/**
 * How each body field (§2.2, §2.3) is made from what the user entered, in the order of the body. A
 * field without a value is left out. Which field of the form it comes from stands on that field:
 * `routing.send`.
 */
const RULES: Record<string, Rule> = {
	text: (value, item, label) =>
		formatText(
			requiredText(label, value, 'enter a message, or check the expression'),
			optionOf(item, textFormat),
		),
	phone: (value) => value as string,
	group_id: (value) => value as string,
	media_url: (value, _item, label) =>
		requiredWebAddress(label, value, 'https://example.com/invoice.pdf'),
	isInteractive: BY_TYPE.boolean!,
	footer: BY_TYPE.string!,
	buttons: parseButtons,
	send_at: async (value, item) =>
		isNothing(value) ? undefined : schedule(value, item.timezone, await unitOf(item)),
	file: async (value, item) => await fileOf(item, value, optionOf(item, fileName)),
};

async function unitOf({ service }: Item): Promise<SendAtUnit> {
	const { credential } = await service();
	const field = 'Unit of Scheduled Times of the WhatsApp Sender API credential';
	return oneOf(SEND_AT_UNITS, field, credential.sendAtUnit);
}

/** A field of the form that becomes a body field. */
interface MappedField {
	property: string;
	field: INodeProperties;
	/** Where the field is an option. */
	option?: Option;
}

const MAPPED_FIELDS = messageFields.flatMap(
	(field): Array<MappedField & { shownBy: INodeProperties[] }> => {
		const options = field.type === 'collection' ? (field.options as Option[]) : [];
		const all = [
			{ field, shownBy: [field] },
			...options.map((option) => ({ field: option, option, shownBy: [field, option] })),
		];
		return all.flatMap((each) => {
			const property = each.field.routing?.send?.property;
			return property ? [{ property, ...each }] : [];
		});
	},
);

/** The fields that the form shows, by the choices that decide it. */
const shownFields = new Map<string, MappedField[]>();

function fieldsShown(choices: Choices, node: INode): MappedField[] {
	const key = JSON.stringify([choices, node.type]);
	const known = shownFields.get(key);
	if (known) return known;
	const values = { ...choices };
	const shown = MAPPED_FIELDS.filter(({ shownBy }) =>
		shownBy.every((part) => NodeHelpers.displayParameter(values, part, node, null, values)),
	);
	shownFields.set(key, shown);
	return shown;
}

/**
 * Builds the body of an item's message, as n8n's routing does it, but in the item's turn.
 *
 * @param given values in place of what the user entered, by body field
 * @throws InputError for the first value that cannot be sent, and where an expression fails
 */
export async function bodyOf(
	item: Item,
	choices: Choices,
	{ type, id }: Recipient,
	given: Record<string, unknown> = {},
): Promise<Body> {
	const isUpload = choices.mediaSource === 'binary';
	if (isUpload) refuseConflicts(item, choices);
	const instead = { [type === 'group' ? 'group_id' : 'phone']: id, ...given };
	const from = Object.fromEntries(
		fieldsShown(choices, item.node).map((each) => [each.property, each]),
	);
	const fields: Record<string, BodyValue> = {};
	for (const property of Object.keys({ ...RULES, ...from })) {
		const { field } = from[property] ?? {};
		if (!field && !(property in instead)) continue;
		const value = property in instead ? instead[property] : entered(item, from[property]);
		const rule = RULES[property] ?? BY_TYPE[field.type]!;
		const built = await rule(value, item, String(field?.displayName));
		const isEmpty = isNothing(built) || (Array.isArray(built) && built.length === 0);
		if (!isEmpty) fields[property] = built;
	}
	const time = fields.send_at as string | undefined;
	return { fields, isUpload, scheduledFor: time && scheduledTime(time, await unitOf(item)) };
}

function entered(item: Item, { property, field, option }: MappedField): unknown {
	if (option) return optionOf(item, option);
	// The name of a file's field is not sent itself.
	if (property !== 'file') refuseBraces(field.displayName, item.node.parameters[field.name]);
	return item.parameter(field.name, field.default);
}

/** Options that an expression in Media Source leaves in the form, although an upload has no place for them (§2.3). */
function refuseConflicts(item: Item, { isInteractive }: Choices): void {
	const isScheduled = !isNothing(optionOf(item, sendAt));
	const conflict = isInteractive ? 'Interactive Message' : isScheduled && 'Send At';
	if (!conflict) return;
	throw new InputError(
		`${conflict} is set, but uploads can only go to a phone number, without buttons or a schedule: remove it, or set Media Source to URL`,
	);
}

/** The body of a request, without the API key: the credential adds it. */
export function encoded({ fields, isUpload }: Body): IDataObject | FormData {
	if (!isUpload) return fields as IDataObject;
	const form = new FormData();
	for (const [field, value] of Object.entries(fields)) {
		form.append(field, value instanceof File ? value : textPart(value as string));
	}
	return form;
}
