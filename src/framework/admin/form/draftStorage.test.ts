import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/fakeServer.ts';
import { draftKey, forgetOthersDrafts, takeDraft, writeDraft } from './draftStorage.ts';

const key = draftKey(7, '/store/add.store.new');

test('a draft is given back once', () => {
  const storage = memoryStorage({});
  writeDraft(key, { values: { name: 'Half' } }, storage);
  expect(takeDraft(key, storage)).toEqual({ values: { name: 'Half' } });
  expect(takeDraft(key, storage)).toBeUndefined();
});

test('drafts of other users are removed, everything else stays', () => {
  const storage = memoryStorage({ other: '1' });
  writeDraft(key, { values: {} }, storage);
  writeDraft(draftKey(70, '/a.b'), { values: {} }, storage);
  forgetOthersDrafts(7, storage);
  expect(storage.getItem(key)).not.toBeNull();
  expect(storage.getItem(draftKey(70, '/a.b'))).toBeNull();
  expect(storage.getItem('other')).toBe('1');
});

test('a storage that is full or forbidden changes nothing', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  expect(() => writeDraft(key, { values: {} }, storage)).not.toThrow();
  expect(takeDraft(key, storage)).toBeUndefined();
});
