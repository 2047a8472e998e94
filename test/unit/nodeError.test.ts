import { NodeApiError, type INode } from 'n8n-workflow';
import { InputError } from '../../nodes/WhatsAppSender/errors/inputError';
import { toNodeError } from '../../nodes/WhatsAppSender/errors/nodeError';
import { RequestError } from '../../nodes/WhatsAppSender/errors/nodeError';

const node = { name: 'Sender', type: 'whatsAppSender' } as INode;
const context = { itemIndex: 2, progress: 'Accepted: 2 of 5.', next: 'Use Retry.' };
// n8n would replace a message with this word in it by one of its own.
const words = 'The connection was refused (ECONNREFUSED)';

test.each([
	['of input', new InputError(words, 'Check it.'), 'NodeOperationError', undefined],
	['of a response', new RequestError(words, 'Check it.', 500), 'NodeApiError', '500'],
	['of no response', new RequestError(words, 'Check it.'), 'NodeApiError', null],
	[
		"of n8n's own",
		new NodeApiError(node, { message: 'x' }, { message: words, description: 'Check it.' }),
		'NodeApiError',
		null,
	],
])(
	'An error %s keeps its words, between how far the run got and what to do next',
	(_kind, thrown, name, httpCode) => {
		const error = toNodeError(node, thrown, context);
		expect(error).toMatchObject({ name, description: 'Accepted: 2 of 5. Check it. Use Retry.' });
		expect((error as NodeApiError).httpCode).toBe(httpCode);
		if (!(thrown instanceof NodeApiError)) expect(error.message).toBe(words);
	},
);

test('An earlier attempt is added to the message, with advice where there is none', () => {
	const error = toNodeError(node, new Error('It broke.'), { warning: 'It may have been sent' });
	expect(error.message).toBe('It broke. It may have been sent');
	expect(error.description).toBe('Check whether it arrived before you send it again.');
});

test('What is thrown and no error becomes its text', () => {
	expect(toNodeError(node, 'broken').message).toBe('broken');
});
