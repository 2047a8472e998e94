import { trust } from './suites';

trust('1.x');
