import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import payment from '../../../../schemas/payment.json';
import { strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import type { DayClose } from '../../calls/index.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { Methods } from './DayTables.tsx';

strictConsole();

it('says the currency once a column, in its head, and a real minus before what went out', async () => {
  const total = { count: 3, in: 1500, out: 4000, net: -2500 };
  const day = { total, methods: [{ ...total, method: 1 }] } as unknown as DayClose;
  await renderDesk(() => <Methods day={day} />, { schemas: { payment: payment as unknown as EntitySchema } });
  const heads = await screen.findAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent).filter((head) => /\(THB\)$/u.test(head))).toHaveLength(3);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.filter((cell) => /THB|-\d/u.test(cell))).toEqual([]);
  expect(cells.filter((cell) => cell === '−2,500.00')).toHaveLength(2);
});
