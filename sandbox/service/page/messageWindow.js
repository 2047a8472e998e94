/* global ResizeObserver */

import { arrowKeys } from './arrowKeys.js';

/** Messages added at once, and the most that are on the page at the same time: thousands would make it slow. */
const PAGE = 60;
const MOST = 180;

/** Pixels. */
const NEAR = 400;
const AT_END = 60;

/**
 * The part of a chat that is on the page. It moves along as one scrolls, and follows the end as long as one is there.
 * What can be seen never jumps: what is added or taken away above it is made up for by scrolling as much.
 */
export class MessageWindow {
	constructor(log, list, draw, changed) {
		Object.assign(this, { log, list, draw, changed, messages: [] });
		this.keys = arrowKeys(list, '.request-button', 'last');
		log.addEventListener('scroll', () => this.scrolled());
		// Turning a phone changes every height.
		new ResizeObserver(() => this.wasAtEnd && this.toEnd()).observe(log);
	}

	/** @param messages a copy is kept: more may arrive before they are to be shown */
	openAtEnd(messages) {
		this.messages = [...messages];
		this.list.replaceChildren(...messages.slice(-PAGE).map(this.draw));
		this.toEnd();
		this.settled();
	}

	/** Takes the same messages again, with new ones at their end. */
	follow(messages) {
		this.messages = [...messages];
		const after = messages.length - 1 - this.indexOf(this.list.lastElementChild);
		if (after > 0 && this.wasAtEnd) {
			// Drawn anew now and then, rather than taken off at the top, so that nothing moves that stays.
			if (this.list.childElementCount + after > MOST) return this.openAtEnd(messages);
			this.list.append(...messages.slice(-after).map(this.draw));
			this.toEnd();
		}
		this.settled();
	}

	addEarlier() {
		const first = this.indexOf(this.list.firstElementChild);
		if (first <= 0) return;
		const added = this.messages.slice(Math.max(0, first - PAGE), first).map(this.draw);
		this.keepInPlace(() => this.list.prepend(...added));
		while (this.list.childElementCount > MOST) this.list.lastElementChild.remove();
		this.settled();
	}

	addLater() {
		const next = this.indexOf(this.list.lastElementChild) + 1;
		if (next >= this.messages.length) return;
		this.list.append(...this.messages.slice(next, next + PAGE).map(this.draw));
		const surplus = this.list.childElementCount - MOST;
		if (surplus > 0) this.keepInPlace(() => [...this.list.children].slice(0, surplus).forEach((child) => child.remove()));
		this.settled();
	}

	scrolled() {
		const { scrollTop, scrollHeight, clientHeight } = this.log;
		if (scrollTop < NEAR) this.addEarlier();
		else if (scrollHeight - scrollTop - clientHeight < NEAR) this.addLater();
		this.settled();
	}

	toEnd() {
		this.log.scrollTop = this.log.scrollHeight;
	}

	keepInPlace(change) {
		const anchor = this.list.children[Math.floor(this.list.childElementCount / 2)];
		const before = anchor.offsetTop;
		change();
		this.log.scrollTop += anchor.offsetTop - before;
	}

	/** Remembers whether the end is in sight, before anything else changes. */
	settled() {
		const { scrollTop, scrollHeight, clientHeight } = this.log;
		const isComplete = this.indexOf(this.list.lastElementChild) === this.messages.length - 1;
		this.wasAtEnd = isComplete && scrollHeight - scrollTop - clientHeight < AT_END;
		this.keys.refresh();
		this.changed({ before: Math.max(0, this.indexOf(this.list.firstElementChild)), isAtEnd: this.wasAtEnd });
	}

	/** @returns -1 for none, and for a message that is no longer kept */
	indexOf(item) {
		const seq = Number(item?.dataset.seq);
		return this.messages.findLastIndex((view) => view.seq === seq);
	}
}
