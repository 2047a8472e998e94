import { problemsOf } from './check';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n';
const placeholder = 'https://github.com/n8n-nodes-whatsapp-sender/n8n-nodes-whatsapp-sender';
const author = 'n8n-nodes-whatsapp-sender@users.noreply.github.com';

test.each<[string, Record<string, string>, string?]>([
	['docs/a.md: name the real repository', { 'docs/a.md': `[issue](${placeholder}/issues)` }],
	['package.json: enter an address that the author reads', { 'package.json': author }],
	['README.md: say how to install it from npm', { 'README.md': 'It is not yet on npm' }],
	['CHANGELOG.md: turn Unreleased into [1.2.3] with a date', { 'CHANGELOG.md': '## [Unreleased]' }],
	['package.json: has 1.2.3, but the tag is v1.2.4', {}, 'v1.2.4'],
])('A release is refused: %s', (problem, files, tag = 'v1.2.3') => {
	expect(problemsOf({ 'CHANGELOG.md': CHANGELOG, ...files }, '1.2.3', tag)).toEqual([problem]);
});

test('A release with a real repository, an author and its changes is not refused', () => {
	const real = { 'package.json': 'github.com/ayu/n8n-nodes-whatsapp-sender ayu@example.com' };
	expect(problemsOf({ 'CHANGELOG.md': CHANGELOG, ...real }, '1.2.3')).toEqual([]);
});
