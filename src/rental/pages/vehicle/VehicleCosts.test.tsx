// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import type { CarCosts } from '../../calls/index.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import VehicleCosts from './VehicleCosts.tsx';

strictConsole();

const NONE = {
  purchase: 0,
  maintenance: 0,
  insurance: 0,
  inspection: 0,
  violation: 0,
  revenue: 0,
  costs: 0,
  result: 0,
};
const EMPTY: CarCosts = { entries: [], years: [], total: NONE, perKm: null, perDay: null, hidden: [] };

async function open(costs: Partial<CarCosts>): Promise<void> {
  const group = { key: 'costs', fields: [] };
  await renderDesk((model) => <VehicleCosts model={model} group={group} record={{ id: 5 }} />, {
    answers: { 'GET /car/costs/5': () => ({ data: { ...EMPTY, ...costs } }) },
  });
}
const rows = (name: string): string[][] =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

it('shows sums by year and of all years, what a kilometre and a day cost, and leads to what an amount belongs to', async () => {
  const sums = { ...NONE, maintenance: 1_500.1, revenue: 5_000, costs: 1_500.1, result: 3_499.9 };
  await open({
    entries: [
      { kind: 'revenue', id: 7, date: '2027-01-03', amount: 5_000, about: 'R7' },
      { kind: 'maintenance', id: 3, date: '2027-01-01', amount: 1_500.1, about: 'Oil' },
      { kind: 'purchase', id: 5, date: '', amount: 9, about: '' },
    ],
    years: [
      { year: '2027', ...sums },
      { year: '', ...NONE },
    ],
    total: sums,
    perKm: 0.32,
  });
  await screen.findByText('THB 0.32');
  expect(rows('By year').map((cells) => [cells[0], cells[2], cells.at(-1)])).toEqual([
    ['2027', 'THB 1,500.10', 'THB 3,499.90'],
    ['No date', '–', '–'],
    ['Total', 'THB 1,500.10', 'THB 3,499.90'],
  ]);
  expect(rows('Single amounts')).toEqual([
    ['2027-01-03', 'Revenue', 'R7', 'THB 5,000.00'],
    ['2027-01-01', 'Work orders', 'Oil', 'THB 1,500.10'],
    ['–', 'Purchase', '#5', 'THB 9.00'],
  ]);
  const target = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');
  expect([target('R7'), target('Oil')].map((to) => to?.replace(/^#/, ''))).toEqual(['/order/detail/7', '/car/maintenanceinfo/detail/3']); // prettier-ignore
});

it('on a phone says what an amount is for below its kind, so that the amount is on screen', async () => {
  const phone = { addEventListener: () => undefined, removeEventListener: () => undefined, matches: true };
  vi.stubGlobal('matchMedia', () => phone);
  await open({ entries: [{ kind: 'revenue', id: 7, date: '2027-01-03', amount: 5_000, about: 'R7' }] });
  await screen.findByRole('link', { name: 'R7' });
  expect(rows('Single amounts')).toEqual([['2027-01-03', 'RevenueR7', 'THB 5,000.00']]);
  vi.unstubAllGlobals();
});

it('says that there is nothing, and what the reader may not see', async () => {
  await open({ hidden: ['violation', 'revenue'] });
  await screen.findByText('No costs and no revenue yet');
  expect(screen.getByRole('alert').textContent).toContain('Fines borne, Revenue');
});
