import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Actor, Sender } from '../contract.ts';
import { refuseFields, unauthorized } from '../errors.ts';

/** Headers of a signed call: when it was signed, in seconds since 1970, and the signature. */
export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_HEADER = 'x-signature';

/** A signed body at most: messages, not files. */
export const SIGNED_BYTES = 64 * 1024;
/** A signature is good for so long before and after its time; whoever repeats a message later signs it anew. */
const WINDOW_SECONDS = 300;

/** What stands in the place of a secret where there is none, so that nobody learns by the time it takes. */
const NOBODY = randomBytes(32).toString('hex');

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/**
 * Returns the header value of a version 2 signature: HMAC-SHA256 over version, method, path, timestamp and body, one a line.
 * The path is the address as it is sent, from `/api` on.
 */
const signatureOf = (secret: string, request: FastifyRequest, timestamp: string): string =>
  `v2=${hmac(secret, ['v2', request.method, request.url, timestamp, request.sentBody].join('\n'))}`;

/** The first version binds time and body alone: it is no signature for one path among several. */
const oldSignatureOf = (secret: string, request: FastifyRequest, timestamp: string): string =>
  hmac(secret, `${timestamp}.${request.sentBody}`);

const isSame = (given: string, wanted: string): boolean => {
  const [signature, expected] = [Buffer.from(given), Buffer.from(wanted)];
  return signature.length === expected.length && timingSafeEqual(signature, expected);
};

/**
 * Returns as whom the sender of a signed call acts. Throws HTTP 401, whatever is wrong: no sender, no header, another time, another signature.
 * Refuses every query, which no signature of the first version covers. A message may come again within the window; its receiver knows it by its number.
 */
export function requireSender(request: FastifyRequest, sender: Sender | undefined): Actor {
  const { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: header } = request.headers;
  const time = typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp) ? timestamp : '0';
  const given = typeof header === 'string' ? header : '';
  const secret = sender?.secret ?? NOBODY;
  const isSigned = isSame(given, signatureOf(secret, request, time));
  const isOld = isSame(given, oldSignatureOf(secret, request, time));
  const takesOld = sender?.takesOldSignature === true && Object.keys(request.params as object).length === 0;
  const isNow = Math.abs(request.now / 1000 - Number(time)) <= WINDOW_SECONDS;
  if (!sender || !isNow || !(isSigned || (isOld && takesOld))) throw unauthorized();
  if (request.url.includes('?')) throw refuseFields({ query: 'msg.noQuery' });
  return sender.actor;
}
