import { expect, it } from 'vitest';
import { comesFrom, hashOfKey, keyOf, keyWithin, newKey, wrongAddress } from './keys.ts';

it('a key has a name, 190 random bits and a sum, and is kept as a hash', () => {
  const { key, prefix, hash } = newKey();
  expect(key).toMatch(/^fc_live_[0-9A-Za-z]{46}$/);
  expect(key.startsWith(prefix)).toBe(true);
  expect(prefix).toHaveLength(16);
  expect(hash).toBe(hashOfKey(key));
  expect(newKey().key).not.toBe(key);
});

it('a header with one letter changed carries no key', () => {
  const { key } = newKey();
  expect(keyOf(`Bearer ${key}`)).toBe(key);
  const other = key.at(20) === 'a' ? 'b' : 'a';
  expect(keyOf(`Bearer ${key.slice(0, 20)}${other}${key.slice(21)}`)).toBeUndefined();
  expect(keyOf(key)).toBeUndefined();
  expect(keyOf(undefined)).toBeUndefined();
});

it('a key is found wherever it stands in an address', () => {
  const { key } = newKey();
  expect(keyWithin(`/api/order/list?token=${key}&page=1`)).toBe(key);
  expect(keyWithin('/api/order/list?token=fc_live_short')).toBeUndefined();
});

it.each([
  ['', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['10.0.0.0/8,\n 203.0.113.7', '10.200.1.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::/32', '10.0.0.1', false],
  ['nonsense', '10.0.0.1', false],
  ['10.0.0.0/8', '', false],
])('the list "%s" and the address "%s": %s', (addresses, ip, allowed) => {
  expect(comesFrom(addresses, ip)).toBe(allowed);
});

it.each(['10.0.0.0/33', '10.0.0', 'host.example', '::1/129', '10.0.0.0/8/8', '10.0.0.0/'])(
  '"%s" is no address',
  (entry) => {
    expect(wrongAddress(`10.0.0.1 ${entry}`)).toBe(entry);
  },
);
