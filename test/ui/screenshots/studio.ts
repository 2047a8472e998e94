import type { Page } from 'playwright-core';
import type { Instance } from '../../../rig/useInstance';
import type { Editor } from '../../../rig/browser/editor';

/** What the pictures are taken of. */
export interface Studio {
	instance: Instance;
	/** With the workflow of `scenes.ts` open. */
	editor: Editor;
	/** The sandbox's own page. */
	chat: Page;
}

/** A part of a page, in its own pixels. */
export interface Frame {
	page: Page;
	clip: { x: number; y: number; width: number; height: number };
}
