interface Message {
	row_number: number;
	name?: unknown;
	phone?: unknown;
	text: string;
}

interface Line {
	number: string;
	name: string;
	text: string;
	result: string;
	time: string;
}

// A line for each row, before the first message goes out. Who got it before keeps the time.
const earlier = $('Earlier lines')
	.all<Line>()
	.map(({ json }) => json);

export default $('Messages')
	.all<Message>()
	.map(({ json: { row_number: row, name = '', phone = '', text } }) => {
		const before = earlier.find(
			(line) => line.number === String(phone) && line.name === String(name),
		);
		const open = { row, name, number: phone, text, result: 'Open', time: '' };
		if (before?.time)
			return { json: { ...open, text: before.text, result: before.result, time: before.time } };
		return {
			json: before?.result.startsWith('Check: ') ? { ...open, result: before.result } : open,
		};
	});
