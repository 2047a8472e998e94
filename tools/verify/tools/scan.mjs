/**
 * One leg of the official scan, which the reviewers run by package name, over a folder instead.
 * Prints a JSON array of what the leg found.
 *
 * node scan.mjs source|tarball <folder>
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const PATTERNS = { source: SOURCE_FILE_PATTERNS, tarball: ['**/*.js', 'package.json'] };

const [leg, folder] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(folder, PATTERNS[leg]);
const findings = passed ? [] : [`${message}\n${details ?? ''}`];
process.stdout.write(`${JSON.stringify(findings)}\n`);
