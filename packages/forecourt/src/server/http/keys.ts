import { createHash, randomInt } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { crc32 } from 'node:zlib';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'fc_live_';
const ID_LENGTH = 8;
const SECRET_LENGTH = 32;
const SUM_LENGTH = 6;

const BEARER = /^Bearer (fc_live_[0-9A-Za-z]{46})$/i;
const ANYWHERE = /fc_live_[0-9A-Za-z]{46}/;

const randomLetters = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Six letters by which scanners of secrets tell a key from a text that only looks like one. */
function sumOf(text: string): string {
  let rest = crc32(text);
  let letters = '';
  while (letters.length < SUM_LENGTH) {
    letters = LETTERS[rest % LETTERS.length] + letters;
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}

/** A new API key: 190 random bits behind a name that may be shown. Only its hash is ever stored. */
export function newKey(): { readonly key: string; readonly prefix: string; readonly hash: string } {
  const prefix = MARK + randomLetters(ID_LENGTH);
  const body = prefix + randomLetters(SECRET_LENGTH);
  const key = body + sumOf(body);
  return { key, prefix, hash: hashOfKey(key) };
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isWhole = (key: string): boolean => sumOf(key.slice(0, -SUM_LENGTH)) === key.slice(-SUM_LENGTH);

/** The API key of an Authorization header, or undefined where it carries none that could be ours. */
export function keyOf(authorization: string | undefined): string | undefined {
  const key = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  return key !== undefined && isWhole(key) ? key : undefined;
}

/** An API key within an address: there it is never taken, and whoever keeps logs of addresses has it. */
export const keyWithin = (url: string): string | undefined => ANYWHERE.exec(url)?.[0];

const entriesOf = (addresses: string): readonly string[] => addresses.split(/[\s,;]+/).filter(Boolean);

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Returns the first entry that is neither an IP address nor a network (`10.0.0.0/8`), or undefined. */
export const wrongAddress = (addresses: string): string | undefined =>
  entriesOf(addresses).find((entry) => {
    const [address = '', bits, more] = entry.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    return isIP(address) === 0 || !isNetwork || more !== undefined;
  });

/**
 * Whether a call may come from `ip`. An empty list lets everybody in; an entry that is none lets nobody in.
 *
 * @example comesFrom('10.0.0.0/8, 203.0.113.7', '10.1.2.3') // true
 */
export function comesFrom(addresses: string | null, ip: string): boolean {
  const entries = entriesOf(addresses ?? '');
  if (entries.length === 0) return true;
  if (wrongAddress(addresses!) !== undefined || isIP(ip) === 0) return false;
  const allowed = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) allowed.addAddress(address, familyOf(address));
    else allowed.addSubnet(address, Number(bits), familyOf(address));
  }
  return allowed.check(ip, familyOf(ip));
}
