import { expect, it } from 'vitest';
import { newSecret, signedHeaders } from './signature.ts';

it('signs as Standard Webhooks does', () => {
  const message = { id: 'msg_1', time: 1_770_000_000_999, body: '{"type":"order.created"}' };
  expect(signedHeaders(message, ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'])).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1770000000',
    'webhook-signature': 'v1,JMvsNINl1DjHQ6NQwill6yUK4ibsEGvfPcbJFWBSccY=',
  });
});

it('signs with the secret before, too, while both work', () => {
  const [one, other] = [newSecret(), newSecret()];
  const message = { id: 'a', time: 0, body: '' };
  const both = signedHeaders(message, [one, other])['webhook-signature'];
  expect(both).toBe([one, other].map((secret) => signedHeaders(message, [secret])['webhook-signature']).join(' '));
  expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
});
