import { half } from './half';

half(1);
