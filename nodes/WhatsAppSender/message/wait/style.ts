import { createHash } from 'crypto';

/** Style of the page: readable on any phone, in light and dark, with nothing to load. */
export const STYLE = `
:root { color-scheme: light dark; --back: #f2f5f3; --card: #fff; --text: #17211c; --soft: #4c5a53;
	--line: #78867f; --main: #0a6b43; --on-main: #fff; --alert: #a3201a; }
@media (prefers-color-scheme: dark) { :root { --back: #0f1412; --card: #1a211e; --text: #e9efec;
	--soft: #b3c0b9; --line: #83928a; --main: #62d6a1; --on-main: #05281a; --alert: #ffb1aa; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--back); color: var(--text);
	font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 24px 20px; background: var(--card);
	border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 1.375rem; line-height: 1.3; }
.question { margin: 0 0 24px; white-space: pre-wrap; unicode-bidi: plaintext; text-align: start; }
h1, .question, button { overflow-wrap: break-word; overflow-wrap: anywhere; }
.soft { margin: 0; color: var(--soft); }
.alert { margin: 0 0 12px; color: var(--alert); font-weight: 600; }
blockquote { margin: 4px 0 24px; padding: 8px 12px; border: 1px solid var(--line);
	border-radius: 8px; white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; }
label { display: block; margin: 0 0 6px; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin: 0 0 16px; padding: 10px 12px;
	border: 1px solid var(--line); border-radius: 8px; background: var(--card);
	color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 52px; margin: 0 0 12px; padding: 10px 16px;
	border: 2px solid var(--main); border-radius: 10px; background: var(--main);
	color: var(--on-main); font: inherit; font-weight: 600; cursor: pointer; }
button.other { background: var(--card); color: var(--main); }
button:last-child { margin-bottom: 0; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`;

/** The only style that the page's policy allows. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
