import { theEditor } from './suites';

theEditor('2.x');
