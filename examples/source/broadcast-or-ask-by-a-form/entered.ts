import { plain } from './list/lines';
import { cellsOf } from './list/paste';
import { NONE, TEST, type Entered } from './list/pages';

// All that the person has entered so far. `what` is the last answer: nothing is sent unless it is "Send".
const from = $prevNode.name;
const before = from === 'Start' ? undefined : $('Entered').last<Entered>();
const { json, binary } = $input.first<Entered>();
const isPage = from.startsWith('Page') || from === 'Start';
const texts = Object.entries(isPage ? json : {}).filter(([, value]) => typeof value === 'string');
const answers = texts.map(([name, text]) => [name, text.replace(/\r\n/g, '\n').trim()]);
const entered: Entered = { reminds: '', own: '', ...before?.json, ...Object.fromEntries(answers) };
if (entered.reminds === NONE) entered.reminds = '';
const what = from === 'Page 3' ? json.what : from;
const failure = json.error ?? json.reason;
let note = '';
if (from.startsWith('Test'))
	note = failure
		? `The test failed: ${failure}`
		: `The test went to ${entered.own}. Did it arrive, and look right?`;
if (what === TEST && !/^\+\d/.test(entered.own))
	note = 'For the test, enter your number with + and country code, e.g. +62 812 3456 7890.';
// Each line is a row of Never Send To: nothing is a title, and no cell is left out.
const never = entered.unsubscribed ? cellsOf(entered.unsubscribed) : [];
const keys = { key: plain(entered.campaign), remindsKey: plain(entered.reminds) };
const rows = never.map((cells) => ({ json: { ...cells } }));

// When the waiting time of a page is over, n8n passes on what came into the page.
export default isPage && 'to' in json
	? []
	: [
			{
				json: { ...entered, ...keys, what, note, never: rows },
				binary: { ...before?.binary, ...binary },
			},
		];
