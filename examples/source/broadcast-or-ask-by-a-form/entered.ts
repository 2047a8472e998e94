import { plain } from './list/lines';
import type { Entered } from './list/pages';
import { cellsOf } from './list/paste';

// All that the person has entered so far. `what` is the last answer: nothing is sent unless it is "Send".
const from = $prevNode.name;
const before = from === 'Start' ? undefined : $('Entered').last<Entered>();
const { json, binary } = $input.first<Entered>();
const isPage = ['Start', 'Page'].includes(from);
const texts = Object.entries(isPage ? json : {}).filter(([, value]) => typeof value === 'string');
const trimmed = texts.map(([name, text]) => [name, text.replace(/\r\n/g, '\n').trim()]);
const answers = Object.fromEntries(trimmed) as Entered;
const entered: Entered = { reminds: '', own: '', ...before?.json, ...answers };
const what = answers.what ?? (answers.list ? 'Start' : from);
const tested = json.error ?? json.reason ?? 'did it arrive, and look right?';
const note = from.startsWith('Test') ? `Test to ${entered.own}: ${tested}` : '';
// Each line is a row of Never Send To: nothing is a title, and no cell is left out.
const lines = entered.unsubscribed ? cellsOf(entered.unsubscribed) : [];
const never = lines.map((cells) => ({ json: { ...cells } }));
const keys = { key: plain(entered.campaign), remindsKey: plain(entered.reminds) };
const all = { ...entered, ...keys, what, note, never };
// When the waiting time of a page is over, n8n passes on what came into the page.
const isOver = isPage && 'to' in json;

export default isOver ? [] : [{ json: all, binary: { ...before?.binary, ...binary } }];
