import { LANGUAGES, readersLanguage } from '../../nodes/WhatsAppSender/message/wait/languages';
import {
	noticePage,
	pageHeaders,
	questionPage,
} from '../../nodes/WhatsAppSender/message/wait/page';
import { approval } from './question';

const english = readersLanguage('en');

test('A question has a title, a text, and a button for each answer', () => {
	const page = questionPage(approval, english);
	// The user's texts have a direction of their own and an unknown language.
	expect(page).toMatch(/<title>Example Shop<[^]*<h1 dir="auto" lang="">Example Shop</);
	expect(page).toContain('<p class="question" dir="auto" lang="">May invoice 1001 be sent?</p>');
	expect(page).toMatch(/<form method="post">\s<button name="approved" value="true"[^>]*>Send it</);
	expect(page).toMatch(/<button[^>]*name="approved" value="false"[^>]*>Not yet</);
	expect(page).not.toContain('<textarea');
});

test.each<Array<string | undefined>>([
	['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
	['in', 'id'],
	['zh', 'zh-Hans'],
	['zh-TW,zh;q=0.9', 'zh-Hant'],
	['sw, en;q=0.5, ar;q=0.9', 'ar'],
	['sw', 'en'],
	[',;q=x,constructor', 'en'],
	[undefined, 'en'],
])('For a reader who prefers %s the language of the page is %s', (accepted, tag) => {
	const page = questionPage({ ...approval, title: '' }, readersLanguage(accepted));
	expect(page).toContain(`<html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}">`);
	const { heading } = LANGUAGES.find((language) => language.tag === tag)!.texts;
	for (const element of ['title', 'h1']) expect(page).toContain(`<${element}>${heading}<`);
});

test("The page translates n8n's default labels, and no others", () => {
	const [approve, decline] = [
		{ approved: true, label: 'Approve' },
		{ approved: false, label: 'Decline' },
	];
	const spanish = readersLanguage('es');
	const page = questionPage({ ...approval, buttons: [approve, decline] }, spanish);
	expect(page).toMatch(/value="true">Aprobar<[^]*value="false">Rechazar</);
});

test('Each language has every sentence', () => {
	const tags = 'en id ms es pt de fr it nl tr ar hi zh-Hans zh-Hant ja vi th ru';
	expect(LANGUAGES.map(({ tag }) => tag).join(' ')).toBe(tags);
	const [inEnglish, ...others] = LANGUAGES.map(({ texts }) => Object.values(texts));
	for (const sentences of others) {
		expect(new Set([...inEnglish, ...sentences]).size).toBe(2 * inEnglish.length);
		for (const sentence of sentences) expect(sentence).toMatch(/^[^\s|<>&][^|<>&\n]*[^\s|<>&]$/);
	}
});

describe('Every page escapes the texts of others, loads nothing and runs nothing:', () => {
	const hostile = `</textarea></style><script>alert(1)</script><img src=x onerror='alert(2)'>"&`;
	const asked = { ...approval, title: hostile, text: hostile };
	const hostileButton = { approved: true, label: hostile };

	test.each([
		['a question', 4, questionPage({ ...asked, buttons: [hostileButton] }, english)],
		['a text field', 3, questionPage({ ...asked, buttons: [] }, english, true)],
		['a closed question', 0, noticePage(english, 'Closed', 'It has been answered.')],
	])('%s', (_what, times, page) => {
		expect(page).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|<[^>]*\s(href|src)=/);
		expect(page.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
		const escaped = /&#60;script&#62;alert\(1\).*?onerror=&#39;alert\(2\)&#39;&#62;&#34;&#38;/g;
		expect(page.match(escaped) ?? []).toHaveLength(times);
		expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`);
	});

	test('its headers', () => {
		const { 'Content-Security-Policy': policy, ...others } = pageHeaders('https://n8n.example.com');
		expect(policy).toMatch(
			/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self' https:\/\/n8n\.example\.com; frame-ancestors 'none'; sandbox allow-forms$/,
		);
		expect(others).toMatchObject({
			'Cache-Control': 'no-store',
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		});
	});
});
