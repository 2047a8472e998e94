import { wholeNode } from './suites';

wholeNode('1.x');
