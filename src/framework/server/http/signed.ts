import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Actor, Sender } from '../contract.ts';
import { unauthorized } from '../errors.ts';

/** Headers of a signed call: when it was signed, in seconds since 1970, and the signature. */
export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_HEADER = 'x-signature';

/** A signed body at most: messages, not files. */
export const SIGNED_BYTES = 64 * 1024;
/** A signature is good for so long before and after its time; whoever repeats a message later signs it anew. */
const WINDOW_SECONDS = 300;

/** What stands in the place of a secret where there is none, so that nobody learns by the time it takes. */
const NOBODY = randomBytes(32).toString('hex');

/** HMAC-SHA256 over time, a full stop and the body as it is sent, in lower-case hexadecimal digits. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/**
 * As whom the sender of a signed call acts. HTTP 401, whatever is wrong: no sender, no header, another time, another signature. The same message may
 * come again within the time; whoever receives it knows it by its own number.
 */
export function requireSender(request: FastifyRequest, sender: Sender | undefined): Actor {
  const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: given } = request.headers;
  const time = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp) ? timestamp : '0';
  const wanted = Buffer.from(signatureOf(sender?.secret ?? NOBODY, time, request.sentBody));
  const signature = Buffer.from(typeof given === 'string' ? given : '');
  const isSigned = signature.length === wanted.length && timingSafeEqual(signature, wanted);
  const isNow = Math.abs(request.now / 1000 - Number(time)) <= WINDOW_SECONDS;
  if (!sender || !isSigned || !isNow) throw unauthorized();
  return sender.actor;
}
