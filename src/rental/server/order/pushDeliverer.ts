import { requireSuccess, type Deliverer } from 'forecourt/server';

/** The gateway that knows the interfaces of the channels, and its bearer token. */
export const GATEWAY_URL = 'APP_CHANNEL_URL';
export const GATEWAY_TOKEN = 'APP_CHANNEL_TOKEN';

/** Channel pushes as JSON documents to one gateway; without one they wait (D-CHN-03). */
export const pushDeliverer: Deliverer = {
  ready: (setting) => setting(GATEWAY_URL) !== undefined,
  async send({ key, topic, payload }, { call, setting }) {
    const token = setting(GATEWAY_TOKEN);
    const answer = await call({
      url: setting(GATEWAY_URL)!,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id: key, topic, ...payload }),
    });
    requireSuccess(answer);
    const { id } = (answer.json ?? {}) as { id?: unknown };
    return { state: 'sent', provider: 'channel', ...(typeof id === 'string' && { reference: id }) };
  },
};
