import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACTION_PARAMETER, newRecordPath } from '../../admin/index.ts';
import { testSource } from '../../admin/testing/adminModel.ts';
import type { Call } from '../../admin/testing/fakeServer.ts';
import { renderAdmin } from '../../admin/testing/renderAdmin.tsx';
import type { WholeSource } from '../../admin/testing/adminSource.ts';
import type { ResourceDeclaration } from '../../model/index.ts';
import type { PaletteItem } from './paletteItems.ts';
import { useFound } from './useFound.ts';
import { useNewRecords } from './useNewRecords.ts';
import { usePaletteVerbs } from './usePaletteVerbs.ts';

/** The small world with books that are found from anywhere, and a list whose action makes what no form saves. */
const [book, ...others] = testSource.resources as readonly ResourceDeclaration[];
const source: WholeSource = {
  ...testSource,
  resources: [
    { ...book!, palette: { fields: ['title'] }, key: 'b' },
    ...others,
    {
      schema: 'note',
      route: { list: '/notes' },
      api: { list: '/notes/list' },
      menu: { group: 'desk', sort: 1, icon: 'Notes' },
      list: { columns: ['text'] },
      actions: [{ name: 'write', post: '/notes/write', permission: 'add', on: 'list' }],
    },
  ] as readonly ResourceDeclaration<never>[],
};
const DUNE = { id: 7, title: 'Dune', state: 0, shopId: 4, shopName: 'Old Town' };
const LENT = { id: 8, title: 'Emma', state: 1, shopId: 4, shopName: 'Old Town' };
const hit = (resource: string, id: number, title: string) => ({ resource, hits: [{ id, title, detail: '' }] });
const FOUND: Readonly<Record<string, unknown>> = {
  dune: [hit('book', 7, 'Dune')],
  emma: [hit('book', 8, 'Emma')],
  'old town': [hit('shop', 4, 'Old Town')],
};
const answers = {
  'GET /search': ({ query }: Call) => ({ data: { pages: [], records: FOUND[query['q']!.toLowerCase()] ?? [] } }),
  'GET /books/list': ({ query }: Call) => {
    const rows = [DUNE, LENT].filter(({ id, shopId }) =>
      query['shopId'] ? String(shopId) === query['shopId'] : query['ids']?.split(',').includes(String(id)),
    );
    return { data: { list: rows, total: rows.length } };
  },
};
const ALL = ['book-list', 'book-detail', 'book-edit', 'book-add', 'book-disable', 'shoplist', 'shop-add', 'note-list', 'note-add']; // prettier-ignore

const told = (name: string, items: readonly PaletteItem[]) => (
  <ul aria-label={name}>
    {items.map(({ id, label, detail, to, fill, shortcut }) => (
      <li key={id}>{[label, detail, to ?? fill, shortcut].filter(Boolean).join(' | ')}</li>
    ))}
  </ul>
);
function Verbs({ typed }: { typed: string }) {
  const { found } = useFound(typed);
  const { spoken, waiting, beside, loading } = usePaletteVerbs(typed, found);
  return (
    <div aria-busy={loading}>
      {told('spoken', spoken)}
      {told('waiting', waiting)}
      {told('beside', beside)}
      {told('new', useNewRecords())}
    </div>
  );
}
const shown = (name: string): readonly (string | null)[] =>
  [...screen.getByRole('list', { name }).querySelectorAll('li')].map(({ textContent }) => textContent);
const render = (typed: string, permissions = ALL) =>
  renderAdmin(<Verbs typed={typed} />, { answers, permissions, source });

test('a verb with its record opens the record with the action begun, in its state and of its list', async () => {
  await render('lend Dune');
  const lend = `Lend · Dune | Dune | /books/detail/7?${ACTION_PARAMETER}=lend`;
  await waitFor(() => expect(shown('spoken')).toEqual([lend]));
  expect([shown('waiting'), shown('beside')]).toEqual([[], []]);
});

test('what the record does not offer now, or the user may not, is not there', async () => {
  const { calls } = await render('lend Emma');
  await waitFor(() => expect(calls.some(({ path }) => path === '/books/list')).toBe(true));
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'spoken' }).parentElement!.getAttribute('aria-busy')).toBe('false'),
  );
  expect(shown('spoken')).toEqual([]);
});

test('a verb is found for what its record points at: lend <shop> is the book of the shop', async () => {
  await render('lend Old Town');
  await waitFor(() => expect(shown('spoken')).toHaveLength(1));
  expect(shown('spoken')[0]).toContain('/books/detail/7');
});

test('a verb alone waits for its record; a record alone has its steps beside it, the dangerous last', async () => {
  const { unmount } = await render('retire');
  await waitFor(() => expect(shown('waiting')).toEqual(['Retire … | Retire ']));
  unmount();
  await render('dune');
  await waitFor(() => expect(shown('beside')).toHaveLength(2));
  expect(shown('beside').map((text) => text!.split(' ·')[0])).toEqual(['Lend', 'Retire']);
});

test('who may not take a step does not find it, whatever is typed', async () => {
  const { calls } = await render('dune', ['book-list', 'book-detail']);
  await waitFor(() => expect(calls.some(({ path }) => path === '/search')).toBe(true));
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'beside' }).parentElement!.getAttribute('aria-busy')).toBe('false'),
  );
  expect([shown('beside'), shown('new')]).toEqual([[], []]);
});

test('a new record of every resource that the user may make: at its form, over its list, or by the action of its list', async () => {
  const { runtime } = await render('x');
  const made = shown('new').map((text) => text!.split(' | ').slice(1).join(' '));
  expect(made).toEqual(['/books/add B', '/basics/shop?form=new', `/notes?${ACTION_PARAMETER}=write`]);
  const { entries } = runtime.model;
  expect(newRecordPath(entries, { ...entries.get('shop')!, readOnly: true })).toBeUndefined();
});
