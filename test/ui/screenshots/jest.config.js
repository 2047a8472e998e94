/** The pictures of the documentation, taken anew into docs/images: `npm run docs:screenshots`. */
const ui = require('../jest.config.js');

module.exports = {
	...ui,
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/ui/screenshots/pictures.test.ts'],
	testPathIgnorePatterns: [],
};
