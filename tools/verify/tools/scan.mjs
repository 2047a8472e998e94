// Runs the official scan, which reviewers start by package name, over the source and the published files of a folder:
// node scan.mjs <folder>
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const PUBLISHED = ['dist/**/*.js', 'index.js', 'package.json'];
for (const patterns of [SOURCE_FILE_PATTERNS, PUBLISHED]) {
	const { passed, message, details } = await analyzePackage(process.argv[2], patterns);
	if (!passed) throw new Error(`${message}\n${details ?? ''}`);
}
