/** A number with its plus sign; anything else as it was sent. */
export function shownRecipient(recipient) {
	return /^[1-9]\d+$/.test(recipient) ? `+${recipient}` : recipient || 'Empty recipient';
}
