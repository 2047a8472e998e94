import { vi } from 'vitest';

/** The tests are written for jest, whose clock vitest has under another name. */
globalThis.jest = vi;
