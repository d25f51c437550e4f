import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import CancelDialog from './CancelDialog.tsx';
import EditTimeDialog from './EditTimeDialog.tsx';
import RejectDialog from './RejectDialog.tsx';
import RenewalsDialog from './RenewalsDialog.tsx';
import RemarkDialog from './RemarkDialog.tsx';
import RenewDialog from './RenewDialog.tsx';
import { done, open, retype } from './testing/openDialog.tsx';

strictConsole();

describe('cancellation', () => {
  const preview = {
    rule: 'weekday',
    freeHours: 24,
    hoursToPickup: 3.5,
    percent: 30,
    base: 3600,
    penalty: 1080,
    refundable: 0,
    warnings: [],
  };
  const answers = { 'GET /order/cancelpreview/7': () => ({ data: preview }), 'POST /order/cancel': done };

  it('shows what it costs, needs a reason and leaves the computed penalty to the server', async () => {
    const dialog = await open(CancelDialog, 'cancel', { answers, permissions: ['order-disable', 'order-detail'] });
    expect(await screen.findByText('THB 1,080.00')).toBeTruthy();
    expect(screen.queryByLabelText(/^Penalty/)).toBeNull();
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Reason/), 'flight');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, reason: 'flight' }]));
    // The toast names the order that it happened to.
    expect((await screen.findByText(/^R\S+: /)).textContent).not.toMatch(/: $/);
  });

  it('names the orders that rely on the car, and closes a no-show with the same questions', async () => {
    const told = { ...preview, warnings: [{ code: 'availability.reliesOn', message: 'Order R7 relies on it' }] };
    const asked = { 'GET /order/cancelpreview/7': () => ({ data: told }), 'POST /order/noshow': done };
    const dialog = await open(CancelDialog, 'noshow', { answers: asked, permissions: ['order-disable'] });
    expect(await screen.findByText('Order R7 relies on it')).toBeTruthy();
    expect(screen.getByText(/^Close this order as a no-show/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Reason/), 'phone off');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, reason: 'phone off' }]));
  });

  it('lets who may override enter another penalty up to its base, and the refund follows', async () => {
    const dialog = await open(CancelDialog, 'cancel', { answers });
    await screen.findByLabelText(/^Penalty/);
    await userEvent.type(screen.getByLabelText(/^Reason/), 'ill');
    await retype(/^Penalty/, '3600.01');
    await dialog.press();
    expect(await screen.findByText(/between 0 and THB 3,600\.00/)).toBeTruthy();
    await retype(/^Penalty/, '250');
    expect(screen.getByText('THB 750.00')).toBeTruthy();
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, reason: 'ill', penalty: 250 }]));
  });
});

describe('edit time', () => {
  const quote = (errors: readonly object[] = []) => ({
    'POST /order/quote': () => ({ data: { rentalDays: 4, rentalHours: 0, total: 5250, errors, warnings: [] } }),
    'POST /order/edittime': done,
  });

  it('tells an earlier return from an equal one, and sends neither', async () => {
    const dialog = await open(EditTimeDialog, 'edittime', { answers: quote() });
    await retype(/^Planned return time/, '2027-03-01 10:00');
    await dialog.press();
    expect(
      await screen.findByText('Return time cannot be less than or equal to pickup time. Choose a later return'),
    ).toBeTruthy();
    await retype(/^Planned return time/, '2027-03-01 09:00');
    await dialog.press();
    expect(await screen.findByText('Return time cannot be less than pickup time. Choose a later return')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
  });

  it('shows the difference before saving', async () => {
    const dialog = await open(EditTimeDialog, 'edittime', { answers: quote() });
    await retype(/^Planned return time/, '2027-03-05 10:00');
    await userEvent.tab();
    expect(await screen.findByText('+THB 1,300.00')).toBeTruthy();
    await dialog.press();
    await waitFor(() =>
      expect(dialog.sent()).toEqual([
        { id: 7, plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2027-03-05 10:00:00' },
      ]),
    );
  });

  it('cannot be saved while the quote says no', async () => {
    const dialog = await open(EditTimeDialog, 'edittime', {
      answers: quote([{ code: 'quote.error.noCar', message: 'No car is free', field: 'subModelId' }]),
    });
    expect(await screen.findByText('No car is free')).toBeTruthy();
    await waitFor(() => expect((dialog.button() as HTMLButtonElement).disabled).toBe(true));
  });

  it('offers only an earlier return while the car is out', async () => {
    const dialog = await open(EditTimeDialog, 'edittime', {
      answers: quote(),
      record: { status: 2, actualPickupTime: '2027-03-01 10:05:00' },
    });
    expect(screen.queryByLabelText(/^Planned pickup time/)).toBeNull();
    await retype(/^Planned return time/, '2027-03-06 10:00');
    await dialog.press();
    expect(await screen.findByText(/A later return is a renewal/)).toBeTruthy();
    await retype(/^Planned return time/, '2027-03-03 10:00');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, plannedReturnTime: '2027-03-03 10:00:00' }]));
  });
});

describe.each([
  ['remark', RemarkDialog, /^Remark$/, { id: 7, remark: 'seat' }],
  ['rejectpickup', RejectDialog, /^Reason/, { id: 7, reason: 'seat' }],
  ['rejectreturn', RejectDialog, /^Reason/, { id: 7, reason: 'seat' }],
  ['waivepenalty', RejectDialog, /^Reason/, { id: 7, reason: 'seat' }],
] as const)('%s', (name, Dialog, field, body) => {
  it('sends nothing without its text, blanks being no text', async () => {
    const dialog = await open(Dialog, name, { answers: { [`POST /order/${name}`]: done } });
    await userEvent.type(screen.getByLabelText(field), '   ');
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(field), 'seat');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([body]));
    expect(dialog.onClose).toHaveBeenCalledOnce();
  });

  it('asks before typed work is lost', async () => {
    const dialog = await open(Dialog, name);
    await userEvent.type(screen.getByLabelText(field), 'x');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    expect(dialog.onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(dialog.onClose).toHaveBeenCalledOnce();
  });
});

describe('renewals', () => {
  it('say in words that the time adds nothing, as texts that load with the dialog', async () => {
    const dialog = await open(RenewDialog, 'renew', {
      later: ['rental.renew'],
      record: { status: 2, carId: 10 } as never,
    });
    await retype(/^Renewal time/, '2027-03-03 10:00');
    await dialog.press();
    expect(await screen.findByText(/^Renewal time cannot be earlier than/)).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
  });

  const renewal = (id: number, part: object) => ({
    id,
    orderId: 7,
    createTime: `2027-03-0${id} 09:00:00`,
    previousTime: '2027-03-04 10:00:00',
    time: '2027-03-05 10:00:00',
    fee: 1300,
    remarks: '',
    status: 1,
    cancelReason: '',
    operatorId: 3,
    operator: 'Somchai',
    ...part,
  });

  it('are all listed with time, fee, remark and status, and the last valid one is taken back with a reason', async () => {
    const renewals = [
      renewal(1, { remarks: 'one more day' }),
      renewal(2, { time: '2027-03-06 10:00:00', previousTime: '2027-03-05 10:00:00', fee: 1200 }),
      renewal(3, { status: -1, time: '2027-03-09 10:00:00', cancelReason: 'flight moved' }),
    ];
    const dialog = await open(RenewalsDialog, 'cancelrenew', {
      answers: { 'GET /order/renewals/7': () => ({ data: renewals }), 'POST /order/cancelrenew': done },
    });
    const list = await screen.findByRole('list', { name: 'Renewal records' });
    const shown = [...list.children].map((one) => one.textContent);
    expect(shown).toEqual([
      expect.stringMatching(/2027-03-05 10:00:00.*1,300\.00.*Valid.*one more day/),
      expect.stringMatching(/2027-03-06 10:00:00.*1,200\.00.*Valid/),
      expect.stringMatching(/2027-03-09 10:00:00.*1,300\.00.*Cancelled.*flight moved/),
    ]);
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Reason/), 'seat');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 2, reason: 'seat' }]));
  });
});
