import { createHmac, randomBytes } from 'node:crypto';

/** What secrets of webhooks are sealed for. */
export const SECRET_PURPOSE = 'webhook.secret';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret that both sides know, as Standard Webhooks writes it. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of a message (Standard Webhooks 1.0.0), signed with each of these secrets. `time` in epoch milliseconds, of the attempt. */
export function signedHeaders(
  message: { readonly id: string; readonly time: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.time / 1000));
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  };
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
