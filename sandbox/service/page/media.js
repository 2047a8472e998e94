/* global location, URL */

import { element } from './element.js';

const SHOWN_IMAGES = /^image\/(png|jpeg|gif|webp|avif)$/;

/** The uploaded file of a message and the media it refers to. */
export function media({ file, mediaUrl }) {
	return [file && uploaded(file), mediaUrl !== undefined && referred(mediaUrl)];
}

function uploaded({ name, type, size, url }) {
	const shownName = name || 'without a name';
	if (url && size > 0 && SHOWN_IMAGES.test(type)) {
		const image = element('img', { src: url, alt: shownName, loading: 'lazy' });
		const caption = element('figcaption', {}, `${shownName} · ${shownSize(size)}`);
		return element('figure', {}, element('a', { href: url, target: '_blank', rel: 'noreferrer' }, image), caption);
	}
	return chip(extensionOf(shownName), shownName, `${type} · ${shownSize(size)}`, url);
}

/** Nothing is fetched from another host: only a link is shown for it. */
function referred(mediaUrl) {
	const url = URL.canParse(mediaUrl) ? new URL(mediaUrl) : undefined;
	const isLink = url && /^https?:$/.test(url.protocol);
	if (isLink && url.origin === location.origin && /\.(png|jpe?g|gif|webp|avif)$/i.test(url.pathname)) {
		const image = element('img', { src: url.href, alt: url.pathname, loading: 'lazy' });
		return element('figure', {}, element('a', { href: url.href, target: '_blank', rel: 'noreferrer' }, image));
	}
	const name = url?.pathname.split('/').pop() || url?.host || mediaUrl;
	return chip('URL', decoded(name), mediaUrl, isLink ? url.href : undefined);
}

function chip(kind, name, details, href) {
	return element(
		href ? 'a' : 'div',
		{ class: 'chip', href, target: href && '_blank', rel: href && 'noreferrer' },
		element('span', { class: 'kind', 'aria-hidden': 'true' }, kind),
		element('span', { class: 'name', dir: 'auto' }, name),
		element('span', { class: 'details' }, details),
	);
}

function extensionOf(name) {
	return (/\.([^.]{1,4})$/.exec(name)?.[1] ?? 'file').toUpperCase();
}

function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

export function shownSize(bytes) {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
