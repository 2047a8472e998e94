import { rightPeople } from './suites/people';

rightPeople('1.x');
