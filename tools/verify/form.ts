import { createRequire } from 'node:module';
import path from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { Candidate } from './candidate';

/** A field, or a value to choose, as n8n shows it. */
export interface Shown {
	/** How one gets there, for a message: `options.sendAt`. */
	at: string;
	/** The label. */
	label: string;
	description?: string;
	property?: INodeProperties;
	option?: INodePropertyOptions;
}

/** Everything that the forms of the node and of the credential show, from the tarball's own code. */
export function shownBy(candidate: Candidate): Shown[] {
	const { node, credential } = classesOf(candidate);
	return [
		...node.description.properties.flatMap((property) => shown('', property)),
		...credential.properties.flatMap((property) => shown('credential.', property)),
	];
}

/** The classes that package.json names. */
export function classesOf({ packageFolder, manifest }: Candidate) {
	const load = createRequire(path.join(packageFolder, 'package.json'));
	const instanceOf = <Instance>(file: string): Instance => {
		const exported = load(`./${file}`) as Record<string, new () => Instance>;
		return new (Object.values(exported)[0])();
	};
	return {
		node: instanceOf<INodeType>(String(manifest.n8n?.nodes?.[0])),
		credential: instanceOf<ICredentialType>(String(manifest.n8n?.credentials?.[0])),
	};
}

function shown(prefix: string, property: INodeProperties): Shown[] {
	const at = prefix + property.name;
	const { displayName: label, description, type } = property;
	// A notice is running text, and a hidden field is not shown.
	const self = type === 'notice' || type === 'hidden' ? [] : [{ at, label, description, property }];
	return [...self, ...(property.options ?? []).flatMap((option) => shownOption(at, option))];
}

function shownOption(
	at: string,
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): Shown[] {
	if ('type' in option) return shown(`${at}.`, option);
	if ('values' in option) return option.values.flatMap((value) => shown(`${at}.`, value));
	const { name: label, description, value } = option;
	return [{ at: `${at}=${value}`, label, description, option }];
}
