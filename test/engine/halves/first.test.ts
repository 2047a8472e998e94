import { half } from './half';

half(0);
