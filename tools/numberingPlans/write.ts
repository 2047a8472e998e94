import { writeFileSync } from 'node:fs';
import { numberingPlansFile, PLANS_FILE } from './plans';

writeFileSync(PLANS_FILE, numberingPlansFile());
