// What n8n gives to the code of a Code node.

interface Item<T> {
	json: T;
	binary?: Record<string, { fileName?: string }>;
}
type Row = Record<string, unknown>;
interface NodeOutput {
	first<T = Row>(): Item<T>;
	last<T = Row>(): Item<T>;
	all<T = Row>(): Array<Item<T>>;
	params: { formFields: { values: FormField[] } };
}

/** A field of a Form Trigger. */
interface FormField extends Row {
	fieldName: string;
}

declare function $(node: string): NodeOutput;
/** The items that come into the node. */
declare const $input: NodeOutput;
/** The item, if the node runs once for each item. */
declare const $json: Row;
/** A time of the library Luxon, in the time zone of the workflow. */
interface Time {
	isValid: boolean;
	zoneName: string;
	plus(duration: Record<string, number>): Time;
	toFormat(format: string): string;
	toISO(): string;
}

declare const $now: Time;
declare const DateTime: {
	fromISO(text: string, options?: { zone: string }): Time;
	fromFormat(text: string, format: string): Time;
};
/** The node from which the items come. */
declare const $prevNode: { name: string };
/** How often this node has run in the execution, from 0. */
declare const $runIndex: number;
declare const $execution: { id: string; resumeFormUrl: string };
