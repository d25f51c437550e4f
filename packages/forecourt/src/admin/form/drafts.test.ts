import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/fakeServer.ts';
import { draftOf, forgetOthersDrafts } from './drafts.ts';

const FORM = '/store/add.store.new';

test('a draft is found by the same user in the same form, until it is forgotten, and by nobody else', () => {
  const storage = memoryStorage({});
  const draft = draftOf(7, FORM, storage);
  draft.write({ name: 'Half' });
  expect(draftOf(7, FORM, storage).read()).toEqual({ name: 'Half' });
  expect([draftOf(70, FORM, storage).read(), draftOf(7, '/a.b', storage).read()]).toEqual([undefined, undefined]);
  draft.forget();
  expect(draft.read()).toBeUndefined();
});

test('drafts of other users are removed, everything else stays', () => {
  const storage = memoryStorage({ other: '1' });
  draftOf(7, FORM, storage).write({});
  draftOf(70, '/a.b', storage).write({});
  forgetOthersDrafts(7, storage);
  expect(draftOf(7, FORM, storage).read()).toEqual({});
  expect(draftOf(70, '/a.b', storage).read()).toBeUndefined();
  expect(storage.getItem('other')).toBe('1');
});

test('a storage that is full, forbidden or full of nonsense changes nothing', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  const denied = draftOf(7, FORM, { ...memoryStorage(), getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(() => denied.write({})).not.toThrow();
  expect(() => denied.forget()).not.toThrow();
  expect(denied.read()).toBeUndefined();
  for (const nonsense of ['{', '1', 'null'])
    expect(draftOf(7, FORM, memoryStorage({ [`form_draft.7.${FORM}`]: nonsense })).read()).toBeUndefined();
});
