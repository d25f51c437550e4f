import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { adminSource } from '../testing/adminSource.ts';
import { createAdminModel, type AdminSource } from './adminModel.ts';

/** The small world, and the names whose parts were asked for. */
function watched(change: Partial<AdminSource> = {}) {
  const source = { ...adminSource(testSource), ...change };
  const asked: string[] = [];
  const parts = Object.fromEntries(
    Object.entries(source.parts).map(([name, load]) => [name, () => (asked.push(name), load())]),
  );
  return { asked, model: createAdminModel({ ...source, parts }) };
}

describe('the model of the pages', () => {
  it('knows menu, addresses and rights of everything without loading anything', () => {
    const { asked, model } = watched();
    expect(model.entries.get('book')).toMatchObject({
      permission: { base: 'book', route: 'book-list' },
      route: { list: '/books/list', show: '/books/detail/:id' },
      readOnly: false,
    });
    expect(model.entries.get('note')).toMatchObject({
      route: { list: '/resources/note' },
      menu: { group: 'resources', sort: 100 },
    });
    expect(model.knownCalls('note')?.dialect).toBe('simple-rest');
    expect(asked).toEqual([]);
  });

  it('loads what a page or a request needs, once, and nothing that belongs to another', async () => {
    const { asked, model } = watched();
    const [book] = await Promise.all([model.load('book'), model.load('book'), model.calls('book')]);
    expect(book.list.columns).toContain('shopId');
    expect(model.loaded('book')).toBe(book);
    expect(asked).toEqual(['book']);
    expect((await model.calls('shop')).options?.fields).toEqual(['shopName', 'city']);
    expect(model.loaded('shop')).toBeUndefined();
    expect(asked).toEqual(['book', 'shop']);
    await expect(model.calls('car')).rejects.toThrow('no resource "car"');
  });

  it('has the labels of a resource before it answers it', async () => {
    let arrive = (): void => undefined;
    const load = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
    const { model } = watched({ labels: { here: () => false, load } });
    const loading = model.load('book');
    await vi.waitFor(() => expect(model.knownCalls('book')).toBeDefined());
    expect(model.loaded('book')).toBeUndefined();
    arrive();
    await loading;
    expect(model.loaded('book')).toBeDefined();
    expect(load.mock.calls).toEqual([['book']]);
  });

  it('asks again for what did not come, after a moment', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { parts, ...source } = adminSource(testSource);
    let failures = 1;
    const book = () => (failures-- > 0 ? Promise.reject(new Error('offline')) : parts['book']!());
    const model = createAdminModel({ ...source, parts: { ...parts, book } });
    await expect(model.load('book')).rejects.toThrow('offline');
    // React comes back to what waited, to be told that it failed.
    await expect(model.load('book')).rejects.toThrow('offline');
    vi.advanceTimersByTime(1_000);
    expect((await model.load('book')).name).toBe('book');
  });
});
