import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { Question } from '../../nodes/WhatsAppSender/message/wait/sendAndWait';

export const approval: Question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 1001 be sent?',
	buttons: [
		{ approved: true, label: 'Send it' },
		{ approved: false, label: 'Not yet' },
	],
	until: WAIT_INDEFINITELY.getTime(),
};
export const freeText: Question = { ...approval, buttons: [] };
