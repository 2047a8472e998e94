/** What was seen of a point that the interface (sandbox/service.md) leaves open, and what that means for the node. */
export interface Row {
	point: string;
	/** It works as it is; with something to mind; it is not the interface; it could not be found out. */
	level: 'works' | 'mind' | 'other' | 'open';
	seen: string;
	means: string;
}

export type Finding = Omit<Row, 'point'>;

const level = (of: Row['level']) => (seen: string, means: string) => ({ level: of, seen, means });
export const [mind, other, open] = [level('mind'), level('other'), level('open')];
export const works = (seen: string, more = '') =>
	level('works')(seen, more ? `works; ${more}` : 'works');
