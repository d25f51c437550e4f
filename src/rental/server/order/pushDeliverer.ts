import { requireSuccess, type Deliverer } from '../../../framework/server/index.ts';

/** The gateway that knows the interfaces of the channels, and its bearer token. */
const URL_SETTING = 'APP_CHANNEL_URL';
const TOKEN_SETTING = 'APP_CHANNEL_TOKEN';

/** Channel pushes as JSON documents to one gateway; without one they wait (D-CHN-03). */
export const pushDeliverer: Deliverer = {
  ready: (setting) => setting(URL_SETTING) !== undefined,
  async send({ key, payload }, { call, setting }) {
    const token = setting(TOKEN_SETTING);
    const answer = await call({
      url: setting(URL_SETTING)!,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id: key, ...payload }),
    });
    requireSuccess(answer);
    const { id } = (answer.json ?? {}) as { id?: unknown };
    return { state: 'sent', provider: 'channel', ...(typeof id === 'string' && { reference: id }) };
  },
};
