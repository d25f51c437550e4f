import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import { Preauths } from './Preauths.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

strictConsole();

const row = (id: number, changes: object) => ({
  ...{ id, orderId: 7, orderNo: 'R7', number: `AUTH-${id}`, method: 3, purpose: 'deposit', amount: 8000, captured: 0 },
  ...{ released: 0, open: 8000, state: 'open', expireTime: '2027-03-20 12:00:00' },
  ...changes,
});
const ORDER = { id: 7, depositCovered: 3000 } as OrderInfo;
const show = (permissions?: readonly string[]) =>
  renderDesk((model) => <Preauths model={model} order={ORDER} />, {
    ...(permissions && { permissions }),
    answers: {
      'GET /order/preauth/list': () => ({
        data: {
          list: [row(1, { released: 5000, open: 3000 }), row(2, { captured: 8000, open: 0, state: 'captured' })],
          total: 2,
        },
      }),
      'GET /order/preauth/info/1': () => ({ data: row(1, { released: 5000, open: 3000 }) }),
      'POST /order/preauth/release': () => ({ data: null }),
    },
  });

it('offers capture and release of what is left, and nothing of what is over', async () => {
  const { sent } = await show();
  expect((await screen.findByText('AUTH-1')).closest('li')!.textContent).toContain('Left THB 3,000.00');
  expect(screen.getAllByRole('button', { name: 'Capture' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  fireEvent.change(amount, { target: { value: '1000' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Release' }).at(-1)!);
  await waitFor(() => expect(sent('/order/preauth/release')).toEqual([{ id: 1, amount: 1000 }]));
});

it('offers neither to who only reads orders', async () => {
  await show(['order-list']);
  await screen.findByText('AUTH-1');
  expect(screen.queryByRole('button', { name: 'Capture' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
});
