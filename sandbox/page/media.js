import { h } from './preact.js';

/** The uploaded file of a message and its media URL. */
export function media({ file, mediaUrl }) {
	return [file && upload(file), mediaUrl !== undefined && reference(mediaUrl)];
}

function upload({ name, type, size, url }) {
	const title = name || 'Unnamed file';
	const details = `${type} · ${formatSize(size)}`;
	if (url && size > 0 && /^image\/(png|jpeg|gif|webp|avif)$/.test(type)) {
		const image = h('img', { src: url, alt: title, loading: 'lazy' });
		return h('figure', null, link(url, {}, image), h('figcaption', null, `${title} · ${details}`));
	}
	const extension = /\.([^.]{1,4})$/.exec(title)?.[1] ?? 'file';
	return chip(extension.toUpperCase(), title, details, url);
}

/** Only a link: nothing is loaded from another host. */
function reference(mediaUrl) {
	const isLink = /^https?:\/\//i.test(mediaUrl);
	return chip('URL', mediaUrl, 'Media', isLink ? mediaUrl : undefined);
}

function chip(kind, name, details, href) {
	const content = [
		h('span', { class: 'kind', 'aria-hidden': 'true' }, kind),
		h('span', { class: 'name', dir: 'auto' }, name),
		h('span', { class: 'quiet' }, details),
	];
	return href ? link(href, { class: 'chip' }, content) : h('div', { class: 'chip' }, content);
}

function link(href, attributes, content) {
	return h('a', { href, target: '_blank', rel: 'noopener noreferrer', ...attributes }, content);
}

export function formatSize(bytes) {
	if (bytes < 1000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
