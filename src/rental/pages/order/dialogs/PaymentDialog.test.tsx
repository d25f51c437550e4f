import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { strictConsole, type Reply } from 'forecourt/testing';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import PaymentDialog from './PaymentDialog.tsx';

strictConsole();

const DEPOSIT = { amount: 2000, held: 500, due: 1500, releaseDate: '' };
const ORDER = {
  id: 7,
  orderNo: 'R26112100007',
  renterName: 'May',
  payable: 3950,
  paid: 1000,
  due: 2950,
  deposits: { orderDeposit: DEPOSIT, violationDeposit: { ...DEPOSIT, held: 2000, due: 0 } },
} as unknown as RaRecord;

async function open(answer: () => Reply = () => ({ data: { id: 1 } })) {
  const onClose = vi.fn();
  const view = await renderDesk(
    (model) => (
      <PaymentDialog
        model={model}
        action={model.actions.find(({ name }) => name === 'payment')!}
        record={ORDER}
        onClose={onClose}
      />
    ),
    { answers: { 'POST /order/payment/save': answer } },
  );
  await screen.findByLabelText(/^Amount/);
  return { ...view, onClose, sent: () => view.sent('/order/payment/save') };
}
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${label}(?! \\d)`) }));
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};
const field = (label: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${label}(?! \\d)`));
const retype = async (label: string, text: string): Promise<void> => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Add payment' }));
const figure = (label: string): string | null | undefined =>
  within(screen.getByRole('status')).getByText(label).nextElementSibling?.textContent;

it('splits what is due between methods: the next one begins with the rest, and a button fills it in', async () => {
  const { sent } = await open();
  await choose('Payment method', 'Cash');
  await retype('Amount', '2000');
  await userEvent.click(screen.getByRole('button', { name: 'Another method' }));
  expect(field('Amount 2').value).toBe('950.00');
  await press();
  // The second way is not chosen yet.
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(sent()).toEqual([]);
  await choose('Payment method 2', 'POS credit card');
  await retype('Amount', '1500');
  await userEvent.click(screen.getByRole('button', { name: /^All that is due · THB 1,450.00/ }));
  expect(field('Amount 2').value).toBe('1,450.00');
  expect([figure('Taken together'), figure('Due after this')]).toEqual(['THB 2,950.00', 'THB 0.00']);
  await userEvent.type(field('Transaction number 2'), 'C-1');
  await press();
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        orderId: 7,
        type: 1,
        feeItem: 'total',
        lines: [
          { amount: 1500, method: 5 },
          { amount: 1450, method: expect.any(Number), transactionNo: 'C-1' },
        ],
      },
    ]),
  );
});

it('refuses a wrong sum at the last line, also when the server says so, and a method taken back counts no more', async () => {
  const { sent, onClose } = await open(() => ({
    statusCode: 400,
    message: 'Parameter error',
    data: { errors: { 'lines.1.transactionNo': 'Already recorded' } },
  }));
  await choose('Payment method', 'Cash');
  await userEvent.click(screen.getByRole('button', { name: 'Another method' }));
  await choose('Payment method 2', 'POS credit card');
  await retype('Amount 2', '1');
  await press();
  expect(await screen.findByText(/more than is due \(THB 2,950\.00\)/)).toBeTruthy();
  expect(field('Amount 2').getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
  await retype('Amount', '2949');
  await press();
  expect(await screen.findByText('Already recorded')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Remove method 2' }));
  await press();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ orderId: 7, type: 1, amount: 2949, method: 5, feeItem: 'total' });
});

it('says what goes back of the cash, refuses too little of it, and records neither', async () => {
  const { sent } = await open();
  expect(screen.queryByLabelText('Cash given')).toBeNull();
  await choose('Payment method', 'Cash');
  await userEvent.type(field('Cash given'), '2900');
  await press();
  expect(
    await screen.findByText('Less than is paid in cash (THB 2,950.00). Correct what the renter gave'),
  ).toBeTruthy();
  expect(sent()).toEqual([]);
  await retype('Cash given', '3000');
  expect(figure('Change')).toBe('THB 50.00');
  await press();
  await waitFor(() => expect(sent()).toEqual([{ orderId: 7, type: 1, amount: 2950, method: 5, feeItem: 'total' }]));
});

it('takes all of a deposit that is not held yet, and keeps payer account and time', async () => {
  const { sent } = await open();
  await choose('Payment method', 'Cash');
  await choose('Fee item', 'Order deposit');
  await userEvent.click(screen.getByRole('button', { name: /^All of the deposit · THB 1,500.00/ }));
  expect(field('Amount').value).toBe('1,500.00');
  await userEvent.type(field('Payer account'), '4242');
  await userEvent.type(field('Time'), '2026-11-20 09:30');
  await press();
  await waitFor(() =>
    expect(sent()).toEqual([
      expect.objectContaining({
        amount: 1500,
        feeItem: 'orderDeposit',
        payerAccount: '4242',
        time: '2026-11-20 09:30:00',
      }),
    ]),
  );
});

it('begins where it was left when the page went away, and not once that was recorded', async () => {
  const first = await open();
  await choose('Payment method', 'Cash');
  await userEvent.type(field('Transaction number'), 'T-4711');
  first.unmount();
  const { unmount, sent } = await open();
  await screen.findByText('Your unsaved entries are back');
  expect(field('Transaction number').value).toBe('T-4711');
  await press();
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ method: 5, transactionNo: 'T-4711' })]));
  unmount();
  await open();
  expect(field('Transaction number').value).toBe('');
});
