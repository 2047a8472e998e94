import { N8nExecutions } from './executions';

/** A row as the node Data Table and the editor have it. */
export type DataTableRow = { id: number; createdAt: string; updatedAt: string } & Record<
	string,
	string
>;

/** n8n's Data Tables, in the owner's own project. */
export class N8nDataTables extends N8nExecutions {
	/**
	 * @param columns the type of each
	 * @returns the id of a new table
	 */
	async createDataTable(name: string, columns: Record<string, string>): Promise<string> {
		const typed = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
		const path = await this.tablesPath();
		return (await this.client.request<{ id: string }>('POST', path, { name, columns: typed })).id;
	}

	/** All rows of the table of this name, oldest first. */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const path = await this.tablesPath();
		const filter = encodeURIComponent(JSON.stringify({ name }));
		type Tables = { data: Array<{ id: string; name: string }> };
		const { data } = await this.client.request<Tables>('GET', `${path}?filter=${filter}`);
		// n8n's filter finds names that contain the text.
		const table = data.find((each) => each.name === name);
		const rows: DataTableRow[] = [];
		for (;;) {
			const page = `${path}/${table?.id}/rows?take=100&skip=${rows.length}&sortBy=id:asc`;
			type Page = { count: number; data: DataTableRow[] };
			const { count, data: more } = await this.client.request<Page>('GET', page);
			rows.push(...more);
			if (more.length === 0 || rows.length >= count) return rows;
		}
	}

	private async tablesPath(): Promise<string> {
		const { id } = await this.client.request<{ id: string }>('GET', '/rest/projects/personal');
		return `/rest/projects/${id}/data-tables`;
	}
}
