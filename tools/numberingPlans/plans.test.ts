import { readFileSync } from 'node:fs';
import { numberingPlansFile, PLANS_FILE } from './plans';

test('The table of numbering plans is what the installed metadata give; write it with npx tsx tools/numberingPlans/write.ts', () => {
	const committed = readFileSync(PLANS_FILE, 'utf8');
	expect(committed).toBe(numberingPlansFile());
	expect(committed.length).toBeLessThan(21_000);
});
