import { theEditor } from './suites';

theEditor('1.x');
