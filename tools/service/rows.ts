/** What was seen of a point, and what that means for the node. */
export interface Finding {
	/** It works as it is; with something to mind; it is not the interface; it could not be found out. */
	level: 'works' | 'mind' | 'other' | 'open';
	seen: string;
	means: string;
}

/** A point that the interface (sandbox/service.md) leaves open. */
export interface Row extends Finding {
	point: string;
}

const level = (of: Finding['level']) => (seen: string, means: string) => ({
	level: of,
	seen,
	means,
});
export const [mind, other, open] = [level('mind'), level('other'), level('open')];
export const works = (seen: string, more?: string) =>
	level('works')(seen, more ? `works; ${more}` : 'works');
