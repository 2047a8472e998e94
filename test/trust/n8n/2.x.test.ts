import { trust } from './suites';

trust('2.x');
