import { useInstance } from '../../rig/startRig';
import { usePages } from './browser';
import { form } from './form';
import { question } from './question';
import { sandboxPage } from './sandboxPage';

const instance = useInstance();
const newPage = usePages();
describe('On the page of a question', () => question(instance, newPage));
describe('On the page of the sandbox', () => sandboxPage(instance, newPage));
// Changes the API key in the credential.
describe('In the editor', () => form(instance, newPage));
