import { rightPeople } from './suites/people';

rightPeople('2.x');
