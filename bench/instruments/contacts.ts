/** The answer for the list that has so many contacts; the last one is kept, because it may be large. */
let kept: { count: number; answer: Buffer } | undefined;

/** An answer of `GET /lists/{id}` (§4.4) with so many contacts, no groups among them. */
export function contactsAnswer(count: number): Buffer {
	if (kept?.count !== count) kept = { count, answer: written(count) };
	return kept.answer;
}

const HEADERS = '{"content-type":"application/json"}';

function written(count: number): Buffer {
	// Piece by piece: a million contacts as one text would be near the longest that there is.
	const pieces: Buffer[] = [Buffer.from('{"status":200,"statusText":"","data":[')];
	const step = 10_000;
	for (let from = 0; from < count; from += step) {
		const many = Array.from({ length: Math.min(step, count - from) }, (_, index) =>
			JSON.stringify(contact(from + index)),
		);
		pieces.push(Buffer.from((from > 0 ? ',' : '') + many.join()));
	}
	return Buffer.concat([...pieces, Buffer.from(`],"headers":${HEADERS}}`)]);
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
