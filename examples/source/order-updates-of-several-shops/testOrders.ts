const order = { orderId: 1001, status: 'shipped', name: 'Ayu', phone: '0812-0001-0001' };

export default ['north', 'south'].map((shop) => ({ json: { shop, body: { ...order, shop } } }));
