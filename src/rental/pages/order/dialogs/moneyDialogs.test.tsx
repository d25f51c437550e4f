import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Reply, strictConsole } from 'forecourt/testing';
import AdditionalFeeDialog from './AdditionalFeeDialog.tsx';
import PaymentDialog from './PaymentDialog.tsx';
import RefundDialog from './RefundDialog.tsx';
import { RETURNED } from '../testing/returnedOrder.ts';
import { choose, done, open, retype } from './testing/openDialog.tsx';

strictConsole();

describe('payment', () => {
  const answers = { 'POST /order/payment/save': done };

  it('begins with what is due and sends nothing before a method is chosen', async () => {
    const dialog = await open(PaymentDialog, 'payment', { answers });
    expect((screen.getByLabelText(/^Amount/) as HTMLInputElement).value).toBe('2,950.00');
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await choose(/method/i, /Cash/);
    await dialog.press();
    await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
    expect(dialog.sent()).toEqual([{ orderId: 7, type: 1, amount: 2950, feeItem: 'total', method: 5 }]);
  });

  it('sends nothing without an amount, and all that is noted beside it', async () => {
    const dialog = await open(PaymentDialog, 'payment', { answers });
    await choose(/method/i, /Alipay/);
    await userEvent.clear(screen.getByLabelText(/^Amount/));
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await retype(/^Amount/, '500');
    await choose(/^Fee item/, /Order deposit/);
    await userEvent.type(screen.getByLabelText(/^Transaction number/), 'T1');
    await userEvent.type(screen.getByLabelText(/^Payer account/), 'may');
    await userEvent.type(screen.getByLabelText(/^Remark/), 'deposit');
    await dialog.press();
    await waitFor(() =>
      expect(dialog.sent()).toEqual([
        {
          orderId: 7,
          type: 1,
          amount: 500,
          feeItem: 'orderDeposit',
          method: 1,
          transactionNo: 'T1',
          payerAccount: 'may',
          remark: 'deposit',
        },
      ]),
    );
  });

  it('asks whose drawer the cash comes into while the car is on its way to another store', async () => {
    const record = { status: 2, returnStoreId: 2 };
    const dialog = await open(PaymentDialog, 'payment', { answers, record });
    await choose(/method/i, /Cash/);
    await dialog.press();
    expect(await screen.findByText('Choose the store that the cash belongs to')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await choose(/^Store/, /Patong/);
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([expect.objectContaining({ method: 5, storeId: 2 })]));
  });

  it('begins with the store where the car is', async () => {
    await open(PaymentDialog, 'payment', { answers, record: { status: 3, returnStoreId: 2 } });
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^Store/ }).textContent).toBe('Patong'));
  });

  it('asks nobody for a store who works in one', async () => {
    const one = { 'GET /basics/getstore': () => ({ data: [{ id: 1, storeName: 'Phuket Airport' }] }), ...answers };
    await open(PaymentDialog, 'payment', { answers: one });
    expect(screen.queryByRole('combobox', { name: /^Store/ })).toBeNull();
  });

  it('takes more than is due only when that is confirmed', async () => {
    const dialog = await open(PaymentDialog, 'payment', { answers });
    await choose(/method/i, /Cash/);
    await retype(/^Amount/, '3000');
    await dialog.press();
    expect(await screen.findByText(/more than is due \(THB 2,950\.00\)/)).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await userEvent.click(screen.getByRole('switch', { name: /more than is due/ }));
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([expect.objectContaining({ amount: 3000, confirmed: 1 })]));
  });

  it('shows a refusal of the server once, at its field, and stays open; one without a field above the form', async () => {
    const answers: Reply[] = [
      { statusCode: 400, message: 'Parameter error', data: { errors: { transactionNo: 'Already recorded' } } },
      { statusCode: 409, message: 'The order has been cancelled' },
    ];
    const refused = (): Reply => answers.shift()!;
    const dialog = await open(PaymentDialog, 'payment', { answers: { 'POST /order/payment/save': refused } });
    await choose(/method/i, /Cash/);
    await userEvent.type(screen.getByLabelText(/^Transaction number/), 'T1');
    await dialog.press();
    expect(await screen.findByText('Already recorded')).toBeTruthy();
    expect(screen.queryByText('Parameter error')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Transaction number/)));
    await userEvent.type(screen.getByLabelText(/^Transaction number/), '2');
    await dialog.press();
    expect((await screen.findByRole('alert')).textContent).toBe('The order has been cancelled');
    expect(dialog.onClose).not.toHaveBeenCalled();
  });
});

describe('additional fee', () => {
  it('needs a remark and takes off no more than the total', async () => {
    const dialog = await open(AdditionalFeeDialog, 'additionalfee', { answers: { 'POST /order/additionalfee': done } });
    await userEvent.click(screen.getByLabelText('Reduce'));
    await userEvent.type(screen.getByLabelText(/^Amount/), '3950.01');
    await dialog.press();
    expect(await screen.findByText(/cannot be more than the total THB 3,950\.00/)).toBeTruthy();
    expect(screen.getByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await retype(/^Amount/, '100');
    expect(screen.getByText('THB 3,850.00')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Remark/), 'late');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ orderId: 7, type: 2, amount: 100, remark: 'late' }]));
  });
});

describe('refund', () => {
  const refundAnswers = { 'GET /order/info/7': () => ({ data: RETURNED }), 'POST /order/refund/save': done };

  it('has both deposits ticked with their sum and a reason: one press asks for both', async () => {
    const dialog = await open(RefundDialog, 'refundrequest', { answers: refundAnswers });
    expect(screen.getByText('THB 8,000.00')).toBeTruthy();
    expect(screen.queryByLabelText(/^Amount/)).toBeNull();
    await dialog.press();
    const said = { orderId: 7, reason: 'Deposit back' };
    await waitFor(() => expect(dialog.sent()).toEqual([{ ...said, deposits: ['orderDeposit', 'violationDeposit'] }]));
  });

  it('keeps of the deposits what is due, as far as nobody changes it, and no more than that', async () => {
    const order = { ...RETURNED, total: (RETURNED['total'] as number) + 600 };
    const dialog = await open(RefundDialog, 'refundrequest', {
      answers: { ...refundAnswers, 'GET /order/info/7': () => ({ data: order }) },
    });
    expect((screen.getByLabelText(/^Kept for charges/) as HTMLInputElement).value).toBe('600.00');
    expect(screen.getByText('THB 7,400.00')).toBeTruthy();
    await retype(/^Kept for charges/, '700');
    await dialog.press();
    expect(await screen.findByText(/THB 600\.00/)).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await retype(/^Kept for charges/, '600');
    await dialog.press();
    const said = { orderId: 7, reason: 'Deposit back', deposits: ['orderDeposit', 'violationDeposit'] };
    await waitFor(() => expect(dialog.sent()).toEqual([{ ...said, keep: 600 }]));
  });

  it('asks for one deposit where the other is not ticked, and not without a reason', async () => {
    const dialog = await open(RefundDialog, 'refundrequest', { answers: refundAnswers });
    await userEvent.click(screen.getByRole('checkbox', { name: /^Violation deposit/ }));
    expect(screen.getByText('THB 5,000.00')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Reason/));
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Reason/), 'done');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ orderId: 7, reason: 'done', deposits: ['orderDeposit'] }]));
  });

  it('is asked for under a fee item, by a method, to an account, with reason and remark', async () => {
    const dialog = await open(RefundDialog, 'refundrequest', {
      answers: { 'GET /order/info/7': () => ({ data: RETURNED }), 'POST /order/refund/save': done },
    });
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    // What is likely meant: the deposit that is held, back to where it came from.
    expect(screen.getByRole('combobox', { name: /^Fee item/ }).textContent).toBe('Order deposit');
    expect((screen.getByLabelText(/^Payee account/) as HTMLInputElement).value).toBe('may@alipay');
    await choose(/^Fee item/, /^Total$/);
    await choose(/method/i, /Cash/);
    await retype(/^Amount/, '100');
    await retype(/^Payee account/, 'bank');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'early');
    await userEvent.type(screen.getByLabelText(/^Remark/), 'hand');
    await dialog.press();
    // Nothing was paid beyond the charges: they go back only when somebody says so.
    expect(await screen.findByText(/Only THB 0\.00 was paid beyond the charges/)).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: /paid charges/ }));
    // Nothing came in as cash: another way than it came needs a reason.
    await userEvent.type(await screen.findByLabelText(/^Why another way/), 'the account was closed');
    await dialog.press();
    await waitFor(() =>
      expect(dialog.sent()).toEqual([
        {
          orderId: 7,
          confirmed: 1,
          methodReason: 'the account was closed',
          feeItem: 'total',
          amount: 100,
          method: 5,
          payeeAccount: 'bank',
          reason: 'early',
          remark: 'hand',
        },
      ]),
    );
  });
});
