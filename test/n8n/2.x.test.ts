import { wholeNode } from './suites';

wholeNode('2.x');
