/** The responses to `GET /lists/contacts-<count>`, written once. */
const known = new Map<number, Buffer>();

/** A response of §4.4 with so many contacts, no groups among them. */
export function contactsResponse(count: number): Buffer {
	const response = known.get(count) ?? write(count);
	known.set(count, response);
	return response;
}

function write(count: number): Buffer {
	const data = Array.from({ length: count }, (_, index) => contact(index));
	const headers = { 'content-type': 'application/json' };
	return Buffer.from(JSON.stringify({ status: 200, statusText: '', data, headers }));
}

function contact(index: number) {
	const digits = String(index).padStart(12, '0');
	return {
		name: `Contact ${index}`,
		phone: `62812${digits.slice(-8)}`,
		is_group: false,
		id: `3f2504e0-4f89-41d3-9a0c-${digits}`,
		created_at: 1_764_000_000_000 + index,
		updated_at: 1_764_000_000_000 + index,
	};
}
