/**
 * The official scan, which the reviewers run by package name, over a folder instead: its source and what is
 * published. Fails with what the scan found.
 *
 * node scan.mjs <folder>
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const PUBLISHED = ['dist/**/*.js', 'index.js', 'package.json'];
for (const patterns of [SOURCE_FILE_PATTERNS, PUBLISHED]) {
	const { passed, message, details } = await analyzePackage(process.argv[2], patterns);
	if (!passed) throw new Error(`${message}\n${details ?? ''}`);
}
