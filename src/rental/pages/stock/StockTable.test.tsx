// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { StockTable } from './StockTable.tsx';

strictConsole();

const STORES = 3_000;
const rows = Array.from({ length: STORES }, (_, store) => ({ store, left: store === 1_000 ? -1 : 2 }));

it('of the stores of a large company those in sight are in the page, as many as they are; the others come when they are scrolled to', async () => {
  const onCell = vi.fn();
  await renderDesk(() => (
    <StockTable
      label="Stock"
      dates={['2027-03-01', '2027-03-02']}
      heads={['Model', 'Store']}
      count={rows.length}
      rowAt={(index) => rows[index]}
      headOf={({ store }) => ['Yaris', `Store ${store}`]}
      cellOf={({ left }) => ({ text: String(left), title: left < 0 ? 'missing' : 'enough', bad: left < 0 })}
      onCell={onCell}
    />
  ));
  const table = await screen.findByRole('table', { name: 'Stock' });
  expect(table.getAttribute('aria-rowcount')).toBe(String(STORES + 1));
  expect(screen.getByRole('rowheader', { name: /Store 0$/ }).parentElement?.getAttribute('aria-rowindex')).toBe('2');
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(100);
  expect(screen.queryByRole('button', { name: 'missing' })).toBeNull();

  const box = screen.getByRole('region', { name: 'Stock' });
  box.scrollTop = 1_000 * 36;
  fireEvent.scroll(box);
  fireEvent.click((await screen.findAllByRole('button', { name: 'missing' }))[1]!);
  expect(onCell).toHaveBeenCalledExactlyOnceWith(rows[1_000], 1);
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(100);

  box.scrollTop = STORES * 36;
  fireEvent.scroll(box);
  expect(await screen.findByRole('rowheader', { name: new RegExp(`Store ${STORES - 1}$`) })).toBeDefined();
});
