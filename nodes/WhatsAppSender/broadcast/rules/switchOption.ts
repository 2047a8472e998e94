import { isOn } from '../../values/checks';
import type { Option } from '../../values/option';
import type { Rule, RuleOption } from '../rule';

/** A switch that is on when it is added. The hint tells a model that builds a workflow that it is off otherwise. */
export const switchOption = (
	field: Pick<Option, 'displayName' | 'name' | 'description'>,
	rule: Rule,
): RuleOption => ({
	...field,
	type: 'boolean',
	default: true,
	builderHint: { propertyHint: 'Off unless added: set it to true to turn it on' },
	emptyHint: 'false to turn it off',
	read: (value) => (isOn(field.displayName, value) ? rule : {}),
});
