import { ExpressionError } from 'n8n-workflow';
import { expressionError } from '../../nodes/WhatsAppSender/values/expressions';

const messageOf = (message: string, context: object) =>
	(expressionError('Text', new ExpressionError(message, context)) as Error).message;

test.each([
	[{ description: 'undefined <a target="_blank" href="https://n8n.io">More info</a>' }, ''],
	[{ description: 'Use <b>all</b>' }, ' (Use all)'],
])("Any other expression error quotes n8n's message, without HTML: %j", (context, details) => {
	const message = `Text: Some words${details}: correct the expression`;
	expect(messageOf('Some words.', context)).toBe(message);
});
