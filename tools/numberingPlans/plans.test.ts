import { readFileSync } from 'node:fs';
import { beginningsOf } from './beginnings';
import { numberingPlansFile, PLANS_FILE } from './plans';

test('The table of numbering plans is what the installed metadata give; write it with npx tsx tools/numberingPlans/write.ts', () => {
	const committed = readFileSync(PLANS_FILE, 'utf8');
	expect(committed).toBe(numberingPlansFile());
	expect(committed.length).toBeLessThan(21_000);
});

test.each([
	['8[1-3]\\d{2,3}', ['81:4', '81:5', '82:4', '82:5', '83:4', '83:5']],
	['(?:1|23?)4', ['14:2', '23:3', '24:2']],
	['(?:5[67]){2}', ['56:4', '57:4']],
])('The pattern %s has the beginnings %j', (pattern, beginnings) => {
	expect([...beginningsOf(pattern, 2)].sort()).toEqual(beginnings);
});
