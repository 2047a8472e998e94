import { useInstance } from '../../rig/startRig';
import { usePages } from './browser';
import { broadcast } from './broadcast';
import { form } from './form';
import { question } from './question';
import { sandboxPage } from './sandboxPage';

const instance = useInstance();
const newPage = usePages();
describe('On the page of a question', () => question(instance, newPage));
describe('On the page of the sandbox', () => sandboxPage(instance, newPage));
// Changes the API key in the credential.
describe('In the editor', () => form(instance, newPage));
// Imports the examples and their credentials.
describe('On the pages of a broadcast', () => broadcast(instance, newPage));
