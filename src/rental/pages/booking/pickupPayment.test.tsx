import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { strictConsole, type Reply } from 'forecourt/testing';
import PickupDialog from './PickupDialog.tsx';
import { fakeCounter, fill, open } from './testing/counter.tsx';

strictConsole();
fakeCounter();

const UNPAID = { payStatus: 0, payable: 3950, paid: 1000, due: 2950, actions: ['pickup', 'payment'] };

async function openUnpaid({
  order = UNPAID,
  permissions = ['order-edit'],
  answer = () => ({ data: { warnings: [] } }),
}: { order?: object; permissions?: readonly string[]; answer?: () => Reply } = {}) {
  const view = await open(PickupDialog, 'pickup', { order, permissions, answers: { 'POST /order/pickup': answer } });
  return { ...view, sent: () => view.sent('/order/pickup') };
}
const field = (label: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${label}(?! \\d)`));
const retype = async (label: string, text: string): Promise<void> => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${label}(?! \\d)`) }));
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};
const press = () => userEvent.click(screen.getByRole('button', { name: /hand over/i }));

it('begins with what is due, says the change of the cash, and takes it with the keys in one call', async () => {
  const { sent } = await openUnpaid();
  expect((await screen.findByLabelText<HTMLInputElement>(/^Amount/)).value).toBe('2,950.00');
  await fill('1005');
  await press();
  // How it is paid is not chosen yet.
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(sent()).toEqual([]);
  await choose('Payment method', 'Cash');
  await userEvent.type(field('Cash given'), '3000');
  expect(screen.getByText('Change').nextElementSibling?.textContent).toBe('THB 50.00');
  await userEvent.click(screen.getByRole('button', { name: 'Take THB 2,950.00 and hand over' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ mileage: 1005, payments: [{ amount: 2950, method: 5, feeItem: 'total' }] });
});

it('is split between methods and items; a sum that is not what is due is said at its line and nothing is sent', async () => {
  const { sent } = await openUnpaid();
  await screen.findByLabelText(/^Amount/);
  await fill('1005');
  await choose('Payment method', 'Cash');
  await retype('Amount', '950');
  await press();
  expect(await screen.findByText('Less than is due (THB 2,950.00). Take the whole amount')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Another method' }));
  expect(field('Amount 2').value).toBe('2,000.00');
  await choose('Payment method 2', 'POS credit card');
  await choose('Fee item 2', 'Order deposit');
  await retype('Amount 2', '2001');
  await press();
  expect(await screen.findByText('More than is due (THB 2,950.00). Correct the amount')).toBeTruthy();
  expect(field('Amount 2').getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
  await retype('Amount 2', '2000');
  await press();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!['payments']).toEqual([
    { amount: 950, method: 5, feeItem: 'total' },
    { amount: 2000, method: expect.any(Number), feeItem: 'orderDeposit' },
  ]);
});

it('shows a refusal of the money at its field, with all that was typed', async () => {
  const { sent } = await openUnpaid({
    answer: () => ({
      statusCode: 400,
      message: 'Operation failed',
      data: { errors: { 'payments.0.amount': 'Somebody was quicker' } },
    }),
  });
  await screen.findByLabelText(/^Amount/);
  await fill('1005');
  await choose('Payment method', 'Cash');
  await press();
  expect(await screen.findByText('Somebody was quicker')).toBeTruthy();
  expect(field('Amount').getAttribute('aria-invalid')).toBe('true');
  expect(field('Amount').value).toBe('2,950.00');
  expect(sent()).toHaveLength(1);
});

it('is not asked of who may not take payments, nor of who lets the order go unpaid', async () => {
  const driver = await openUnpaid({ order: { ...UNPAID, actions: ['pickup'] } });
  expect(screen.getByText(/THB 2,950.00/)).toBeTruthy();
  expect(screen.getByText('Take the payment first, or ask a store manager.')).toBeTruthy();
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', true);
  driver.unmount();

  const { sent } = await openUnpaid({ permissions: ['order-edit', 'order-enable'] });
  await screen.findByLabelText(/^Amount/);
  await userEvent.click(screen.getByRole('checkbox', { name: /unpaid/ }));
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
  await fill('1005');
  await userEvent.type(screen.getByLabelText('Remark'), 'later');
  await userEvent.click(screen.getByRole('button', { name: 'Hand over the car' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ allowUnpaid: 1, remark: 'later' });
  expect(sent()[0]).not.toHaveProperty('payments');
});
