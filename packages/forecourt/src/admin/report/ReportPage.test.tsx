// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ReportPage from './ReportPage.tsx';

strictConsole();
beforeEach(() => window.history.replaceState(null, '', '/'));

const source = withResource('book', (declared) => ({
  ...declared,
  report: {
    path: '/books/report',
    groups: { shop: 'shopId' },
    counts: { sold: { state: 2 } },
    filters: ['title'],
  },
  list: { ...declared.list, columns: declared.list?.columns ?? [], filters: ['shopId', 'state', 'title'] },
}));
const ROWS = [
  { key: 3, name: 'North', total: 5, sold: 0 },
  { key: null, name: '', total: 2, sold: 1 },
];
const show = (at = '/books/report', rows: unknown = ROWS) =>
  renderAdmin(<ReportPage resource="book" />, { source, at, answers: { 'GET /books/report': () => ({ data: rows }) } });
/** Cells of the table, each with the filter that it leads to. */
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => {
          const link = cell.querySelector('a')?.getAttribute('href');
          const filter = link && new URLSearchParams(link.split('?')[1]).get('filter');
          return filter ? [cell.textContent, JSON.parse(filter) as unknown] : cell.textContent;
        }),
    );

describe('the page of a report', () => {
  it('leads from every figure, the sums included, to the rows that it counts', async () => {
    await show(`/books/report?filter=${encodeURIComponent('{"title":"Dune"}')}`);
    await screen.findByText('North');
    expect(cells()).toEqual([
      ['North', ['5', { title: 'Dune', shopId: 3 }], '0'],
      [
        'admin.report.without',
        ['2', { title: 'Dune', shopId: 'none' }],
        ['1', { title: 'Dune', shopId: 'none', state: 2 }],
      ],
      ['admin.report.sum', ['7', { title: 'Dune' }], ['1', { title: 'Dune', state: 2 }]],
    ]);
  });

  it('asks for what its address says, and for nothing that it does not offer', async () => {
    const { calls } = await show(
      `/books/report?groupBy=nothing&filter=${encodeURIComponent('{"title":"Dune","colour":"red"}')}`,
    );
    await screen.findByText('North');
    expect(calls.filter(({ path }) => path === '/books/report').map(({ query }) => query)).toEqual([
      { groupBy: 'shop', title: 'Dune' },
    ]);
  });

  it('keeps what is filtered in its address', async () => {
    const { router } = await show();
    await userEvent.type(await screen.findByLabelText('Title'), 'Dune{Enter}');
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"title":"Dune"}'),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'admin.filter.clear' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('says that there is nothing', async () => {
    await show('/books/report', []);
    expect(await screen.findByText('admin.list.none')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
