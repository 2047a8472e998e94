import { LANGUAGES, readersLanguage } from '../../nodes/WhatsAppSender/message/wait/languages';
import {
	answeredPage,
	closedPage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';
import { approval } from './question';

const english = readersLanguage('en');

test('A question shows who asks what, with a button for each answer', () => {
	const page = questionPage(approval, english);
	expect(page).toContain('<title>Example Shop</title>');
	// Its texts set their own direction, and no language is claimed for them.
	expect(page).toContain('<h1 dir="auto" lang="">Example Shop</h1>');
	expect(page).toContain('<p class="question" dir="auto" lang="">May invoice 1001 be sent?</p>');
	expect(page).toContain('<form method="post">');
	expect(page).toMatch(/<button[^>]*name="approved" value="true"[^>]*>Send it<\/button>/);
	expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet<\/button>/);
	expect(page).not.toContain('<textarea');
});

describe('A page speaks', () => {
	test.each<Array<string | undefined>>([
		['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
		['in', 'id'],
		['zh', 'zh-Hans'],
		['zh-TW,zh;q=0.9', 'zh-Hant'],
		['sw, en;q=0.5, ar;q=0.9', 'ar'],
		['sw', 'en'],
		[',;q=x,constructor', 'en'],
		[undefined, 'en'],
	])('where the reader prefers %s: %s', (accepted, tag) => {
		const page = questionPage({ ...approval, title: '' }, readersLanguage(accepted));
		const dir = tag === 'ar' ? 'rtl' : 'ltr';
		expect(page).toContain(`<html lang="${tag}" dir="${dir}">`);
		const { say } = LANGUAGES.find((known) => known.tag === tag)!;
		expect(page).toContain(`<title>${say.needed}</title>`);
		expect(page).toContain(`<h1>${say.needed}</h1>`);
		// What the user wrote stays.
		expect(page).toMatch(/May invoice 1001 be sent\?<[^]*>Send it<[^]*>Not yet</);
	});

	test('with buttons in its own words where they stand as n8n proposes them', () => {
		const approve = { approved: true, label: 'Approve' };
		const decline = { approved: false, label: 'Decline' };
		const spanish = readersLanguage('es');
		const page = questionPage({ ...approval, buttons: [approve, decline] }, spanish);
		expect(page).toMatch(/value="true">Aprobar<[^]*value="false">Rechazar</);
		expect(answeredPage(decline, spanish)).toContain('<blockquote>Rechazar</blockquote>');
		// What somebody wrote stays.
		expect(answeredPage({ text: 'Decline' }, spanish)).toContain('>Decline</blockquote>');
	});

	test('in each language every sentence of its own', () => {
		const [{ say: inEnglish }, ...others] = LANGUAGES;
		expect(others.map(({ tag }) => tag)).toEqual(
			'id ms es pt de fr it nl tr ar hi zh-Hans zh-Hant ja vi th ru'.split(' '),
		);
		for (const { tag, say } of others) {
			for (const [name, sentence] of Object.entries(say)) {
				const where = `${tag}, ${name}: ${sentence}`;
				expect(where).toMatch(/: \S[^]*\S$/);
				expect(sentence).not.toBe(inEnglish[name as keyof typeof say]);
				expect(where).not.toMatch(/undefined|[|<>&\n]/);
			}
			const sentences = Object.values(say);
			expect(new Set(sentences).size).toBe(sentences.length);
		}
	});
});

describe('Every page escapes what others wrote, loads nothing, runs nothing:', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const asked = { ...approval, title: hostile, text: hostile };
	const hostileButton = { approved: true, label: hostile };

	test.each([
		['a question', 4, questionPage({ ...asked, buttons: [hostileButton] }, english)],
		['a text field', 3, questionPage({ ...asked, buttons: [] }, english, true)],
		['an answer', 1, answeredPage({ text: hostile }, english)],
		['a closed question', 0, closedPage(english)],
	])('%s', (_what, times, page) => {
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
		expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
		const escaped = /&#60;script&#62;alert\(1\).*?onerror=&#39;alert\(2\)&#39;&#62;&#34;&#38;/g;
		expect(page.match(escaped) ?? []).toHaveLength(times);
		expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
	});

	test('its headers', () => {
		expect(pageHeaders('https://n8n.example.com')).toMatchObject({
			'Content-Security-Policy': expect.stringMatching(
				/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self' https:\/\/n8n\.example\.com; frame-ancestors 'none'; sandbox allow-forms$/,
			),
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
	});
});
