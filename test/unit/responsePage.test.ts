import {
	answeredPage,
	closedPage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';

const question = {
	run: 0,
	title: 'Example Shop',
	text: 'May invoice 1001 go out?',
	buttons: [
		{ approved: true, label: 'Send it' },
		{ approved: false, label: 'Not yet' },
	],
};
const freeText = { ...question, buttons: [] };
const HOSTILE = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;

describe('The page of a question', () => {
	test('says who asks and what, with a button for each answer', () => {
		const page = questionPage(question);
		expect(page).toContain('<title>Example Shop</title>');
		expect(page).toMatch(/<h1[^>]*>Example Shop<\/h1>/);
		expect(page).toMatch(/<p class="said"[^>]*>May invoice 1001 go out\?<\/p>/);
		expect(page).toMatch(/<button[^>]*name="approved" value="true"[^>]*>Send it<\/button>/);
		expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet<\/button>/);
		expect(page).not.toContain('<textarea');
	});

	test('has a heading where no title is set', () => {
		expect(questionPage({ ...question, title: '' })).toMatch(
			/<h1[^>]*>Your response is needed<\/h1>/,
		);
	});

	test('has a field with a label for a text, and no buttons of an approval', () => {
		const page = questionPage(freeText);
		expect(page).toContain('<label for="text">Your response</label>');
		expect(page).toMatch(/<textarea id="text" name="text"[^>]* required>/);
		expect(page).not.toContain('name="approved"');
	});

	test('says what is wrong with a text, and keeps it for mending', () => {
		const page = questionPage(freeText, { message: 'Enter a response first.', text: '\n a & b' });
		expect(page).toContain('role="alert">Enter a response first.</p>');
		expect(page).toContain('aria-invalid="true" aria-describedby="problem"');
		expect(page).toContain('>\n\n a &amp; b</textarea>');
	});

	test('sends its form to its own address, so that the signature goes with it', () => {
		expect(questionPage(question)).toContain('<form method="post">');
	});

	test.each(['الدفع للطلب ١٠٠١؟', 'האם לשלוח?', 'Kirim 👍🏽?', '送ってもいいですか'])(
		'lets %s set its own direction and claims no language for it',
		(text) => {
			const page = questionPage({ ...question, title: text, text });
			const own = new RegExp(
				`<(h1|p class="said") dir="auto" lang="">${text.replace('?', '\\?')}<`,
				'g',
			);
			expect(page.match(own)).toHaveLength(2);
			expect(answeredPage({ text })).toContain(`<blockquote dir="auto" lang="">${text}<`);
		},
	);
});

describe('Every page', () => {
	const pages = {
		question: questionPage({
			...question,
			title: HOSTILE,
			text: HOSTILE,
			buttons: [{ approved: true, label: HOSTILE }],
		}),
		'text field': questionPage({ ...freeText, text: HOSTILE }, { message: 'No.', text: HOSTILE }),
		answer: answeredPage({ text: HOSTILE }),
		'pressed button': answeredPage({ approved: true, label: HOSTILE }),
		'closed question': closedPage(),
	};

	test.each(Object.entries(pages))('escapes what others wrote: %s', (_name, page) => {
		expect(page).not.toMatch(/<script|<img|onerror='/);
		const visible = page.slice(page.indexOf('<main>'));
		expect(visible).not.toContain('</style>');
		if (page !== pages['closed question']) {
			expect(visible).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
			expect(visible).toContain('onerror=&#39;alert(2)&#39;&gt;&quot;&amp;');
		}
	});

	test.each(Object.entries(pages))('loads nothing and runs nothing: %s', (_name, page) => {
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
		expect(page.match(/<style>/g)).toHaveLength(1);
		expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
	});

	test('is kept nowhere, framed nowhere and sends no referrer', () => {
		const headers = pageHeaders('https://n8n.example.com');
		expect(headers).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
		const policy = headers['Content-Security-Policy'];
		expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
		expect(policy).toContain("form-action 'self' https://n8n.example.com;");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toMatch(/sandbox allow-forms$/);
		expect(policy).not.toMatch(/unsafe|allow-scripts|allow-same-origin/);
	});
});
