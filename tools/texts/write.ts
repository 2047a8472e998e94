import { writeFileSync } from 'node:fs';
import { textsDocument, TEXTS_FILE } from './document';

// npm run docs:texts
writeFileSync(TEXTS_FILE, textsDocument());
