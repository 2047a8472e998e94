import { half } from './half';

half((file) => file >= 'i');
