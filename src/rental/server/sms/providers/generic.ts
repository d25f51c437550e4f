import { requireSuccess } from 'forecourt/server';
import type { SmsProvider } from '../provider.ts';

/** Any gateway that takes a JSON document: the secret is its bearer token, the key keeps it from sending twice. */
export const generic: SmsProvider = async (order, access, { call }) => {
  const answer = await call({
    url: access.endpoint,
    headers: {
      authorization: `Bearer ${access.secret}`,
      'content-type': 'application/json',
      'idempotency-key': order.key,
      'x-access-key': access.accessKey,
    },
    body: JSON.stringify({
      id: order.key,
      to: order.to,
      text: order.text,
      topic: order.topic,
      sender: access.signature,
    }),
  });
  requireSuccess(answer);
  const { id } = (answer.json ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};
