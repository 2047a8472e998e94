const SHOPS: Record<string, { country: string; unsubscribed: string }> = {
	north: { country: 'ID', unsubscribed: 'eb9edb63-5025-4d5e-8b26-9d8cded8c06b' },
	south: { country: 'ID', unsubscribed: 'eb9edb63-5025-4d5e-8b26-9d8cded8c06b' },
};
const { shop, ...order } = $json.body as { shop: string; orderId: number };
if (!Object.hasOwn(SHOPS, shop))
	throw new Error(
		`Shop ${shop}, order ${order.orderId}: no such shop. Add it to the node Shop and to the credential All shops, then send the order again.`,
	);

export default { json: { shop, ...SHOPS[shop], ...order } };
