import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { create, open } from './testing/openForm.tsx';

strictConsole();

const FREE = { penalty: 0, refundable: 0, warnings: [] };

/** Books an order; `terms` is what its cancellation would cost, `changed` whether somebody changes it at once. */
async function book(terms: object, changed = false, permissions?: readonly string[]) {
  let reads = 0;
  const view = await open({
    draft: {},
    ...(permissions && { permissions }),
    answers: {
      'POST /order/save': () => ({ data: { id: 9, orderNo: 'R9' }, message: 'Saved successfully' }),
      'GET /order/cancelpreview/9': () => ({ data: terms }),
      'GET /order/info/9': () => ({ data: { id: 9, updateTime: changed ? `t${++reads}` : 't' } }),
      'POST /order/cancel': () => ({ data: {}, message: 'Cancelled successfully' }),
    },
  });
  await create();
  await screen.findByText('R9: Saved successfully');
  return view;
}
const undo = () => screen.findByRole('button', { name: 'Undo', hidden: true });

it('an order that was just booked is called off from its message, with its number', async () => {
  const { sent } = await book(FREE);
  await userEvent.click(await undo());
  await screen.findByText('Cancelled successfully');
  expect(sent('/order/cancel')).toEqual([{ id: 9, reason: 'Booked by mistake' }]);
});

it('it stays when somebody changed it since', async () => {
  const { sent } = await book(FREE, true);
  await userEvent.click(await undo());
  await screen.findByText(/changed the order since/);
  expect(sent('/order/cancel')).toEqual([]);
});

it.each([
  ['costs a penalty', { ...FREE, penalty: 100 }, undefined],
  ['gives money back', { ...FREE, refundable: 100 }, undefined],
  ['is not allowed', FREE, ['order-list', 'order-add', 'order-detail']],
] as const)('nothing is offered where a cancellation %s', async (_, terms, permissions) => {
  await book(terms, false, permissions);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull());
});
