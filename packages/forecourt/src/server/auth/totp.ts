import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const base32 = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .match(/.{5}/g)!
    .map((bits) => ALPHABET[Number.parseInt(bits, 2)])
    .join('');

/** A new secret as it is typed: 160 random bits in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** The code of a step of half a minute (RFC 6238, SHA-1, six digits: what every authenticator app knows). */
function codeAt(secret: string, step: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code it is: the present one, the one before or the one after. Undefined for a wrong code, and for one of a step that is not
 * after `used`, so that no code works twice.
 *
 * @param seconds the time by the clock of the database, since 1970
 */
export function stepOf(secret: string, code: string, seconds: number, used: number): number | undefined {
  const given = Buffer.from(code);
  const now = Math.floor(seconds / STEP_SECONDS);
  return [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return step > used && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** What an authenticator app reads from a QR code. */
export function uriOf(secret: string, application: string, username: string): string {
  const label = `${encodeURIComponent(application)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(application)}`;
}
