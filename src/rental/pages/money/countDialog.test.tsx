import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import drawerCount from '../../../../schemas/drawerCount.json';
import payment from '../../../../schemas/payment.json';
import { strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import type { DayClose } from '../../calls/index.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import { choose, retype } from '../order/dialogs/testing/openDialog.tsx';
import CountDialog from './CountDialog.tsx';
import { DrawerPanel } from './DrawerPanel.tsx';
import { NextStep } from './NextStep.tsx';
import { OpenItems } from './OpenItems.tsx';

strictConsole();

const FLOW = { count: 0, in: 0, out: 0, net: 0 };
const NOTHING = { count: 0, amount: 0 };
const day = (changes: Partial<DayClose> = {}): DayClose => ({
  ...{ storeId: 1, storeName: 'Patong', date: '2027-06-10', timeZone: 'Asia/Bangkok', time: '2027-06-10 20:00:00' },
  ...{ total: FLOW, methods: [], operators: [], payments: [] },
  open: { notReturned: NOTHING, due: NOTHING, deposits: NOTHING, preauths: NOTHING, refunds: NOTHING, deductions: NOTHING }, // prettier-ignore
  ...{ closed: false, drawer: { float: 500, cash: 1200, expected: 1700 }, counts: [] },
  staff: [{ id: 7, name: 'Somchai' }],
  ...changes,
});
const schemas = { drawerCount: drawerCount as unknown as EntitySchema, payment: payment as unknown as EntitySchema };
const COUNT = 'POST /order/drawercount/count';

async function open(shown: DayClose, kind: 1 | 2 = 2) {
  const onClose = vi.fn();
  const answers = { [COUNT]: () => ({ message: 'Saved successfully', data: { id: 1 } }) };
  const { sent } = await renderDesk(() => <CountDialog day={shown} kind={kind} onClose={onClose} />, {
    answers,
    schemas,
  });
  await screen.findByLabelText(/^Counted/);
  const verb = kind === 2 ? 'Close day' : 'Hand over the drawer';
  const press = () => userEvent.click(screen.getByRole('button', { name: verb }));
  return { onClose, press, sent: () => sent('/order/drawercount/count') };
}

describe('the count of a drawer', () => {
  it('says the difference while it is typed, asks why, and closes the day', async () => {
    const dialog = await open(day());
    // Who closes a day reads what that does; nobody takes over.
    expect(screen.getByText(/^Closes this day and all days before it for good/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Taken over by/)).toBeNull();
    expect(screen.getByText('Reason').parentElement!.textContent).toContain('optional');
    await retype(/^Counted/, '1690');
    await waitFor(() => expect(screen.getByText('Reason').parentElement!.textContent).not.toContain('optional'));
    expect(await screen.findByText(/−.*10\.00/)).toBeTruthy();
    await dialog.press();
    expect(await screen.findByText('Say why the cash differs')).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Reason/), 'wrong change');
    await dialog.press();
    await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
    expect(dialog.sent()).toEqual([
      {
        ...{ storeId: 1, date: '2027-06-10', kind: 2, notes: [], counted: 1690, carried: 500 },
        ...{ reason: 'wrong change', takerId: null },
      },
    ]);
  });

  it('adds up notes and coins, and sends them as the parts of the sum', async () => {
    const dialog = await open(day());
    await retype(/^Number of 1,000 baht/, '1');
    await retype(/^Number of 100 baht/, '6');
    await retype(/^Number of 20 baht/, '4');
    await retype(/^Number of 0\.25 baht/, '80');
    expect(await screen.findByText(/^THB 20\.00$/)).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Counted/).value).toBe('1,700.00'));
    await dialog.press();
    await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
    const notes = [[1000, 1], [100, 6], [20, 4], [0.25, 80]].map(([value, number]) => ({ value, number })); // prettier-ignore
    expect(dialog.sent()).toEqual([expect.objectContaining({ kind: 2, counted: 1700, notes, reason: null })]);
  });

  it('says at the sum that it is not what the notes come to', async () => {
    const dialog = await open(day());
    await retype(/^Number of 1,000 baht/, '2');
    await retype(/^Counted/, '1700');
    await dialog.press();
    expect(
      await screen.findByText('Notes and coins come to THB 2,000.00. Correct their numbers or the sum'),
    ).toBeTruthy();
    expect(dialog.sent()).toEqual([]);
  });

  it('asks for the float before the first one, and who takes over a hand-over', async () => {
    const dialog = await open(day({ closed: true, drawer: { float: null, cash: 200, expected: null } }), 1);
    await retype(/^Float/, '300');
    await retype(/^Counted/, '500');
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    await choose(/^Taken over by/, /Somchai/);
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([expect.objectContaining({ kind: 1, float: 300, takerId: 7 })]));
  });
});

describe('the next step of a day', () => {
  const step = async (shown: DayClose, permissions?: readonly string[]) => {
    const onDay = vi.fn();
    await renderDesk(() => <NextStep day={shown} onDay={onDay} />, { schemas, ...(permissions && { permissions }) });
    return onDay;
  };

  it('counts the drawer, which closes the day', async () => {
    await step(day());
    await userEvent.click(await screen.findByRole('button', { name: 'Count the drawer' }));
    expect(await screen.findByRole('button', { name: 'Close day' })).toBeTruthy();
  });

  it('is the next day once the day is closed, for whoever reads it', async () => {
    const onDay = await step(day({ closed: true, date: '2027-06-30' }), ['order-dayclose']);
    await userEvent.click(await screen.findByRole('button', { name: 'Next day' }));
    expect(onDay).toHaveBeenCalledExactlyOnceWith('2027-07-01');
  });

  it('waits for a day that has not begun', async () => {
    await step(day({ date: '2027-06-11' }));
    expect(await screen.findByText('This day has not begun.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the drawer on the page', () => {
  const counted = {
    ...{ id: 3, kind: 1 as const, time: '2027-06-10 14:00:00', float: 500, cash: 0, expected: 500, counted: 480 },
    ...{ difference: -20, notes: [], carried: 480, banked: 0, reason: 'change', operator: 'Malee', taker: 'May' },
    ...{ takerId: 1, takenTime: '' },
  };

  it('says who hands over, what is missing, and lets the person who takes over say so', async () => {
    const { sent } = await renderDesk(() => <DrawerPanel day={day({ counts: [counted] })} />, {
      answers: { 'POST /order/drawercount/takeover': () => ({ data: null }) },
      schemas,
    });
    expect(await screen.findByText('Malee')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(sent('/order/drawercount/takeover')).toEqual([{ id: 3 }]));
  });

  it('offers no count to who may only look, and no take-over to another person', async () => {
    await renderDesk(() => <DrawerPanel day={day({ closed: true, counts: [{ ...counted, takerId: 9 }] })} />, {
      permissions: ['order-dayclose'],
      schemas,
    });
    expect(await screen.findByText(/This day is closed/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the open items of the day', () => {
  const open = { ...day().open, due: { count: 2, amount: 150.5 }, refunds: { count: 1, amount: 40 } };

  it('lead to the list with the counted rows, for who may open it; what is not there leads nowhere', async () => {
    await renderDesk(() => <OpenItems day={day({ open })} />, {
      permissions: ['order-dayclose', 'order-list'],
      schemas,
    });
    const link = await screen.findByRole('link');
    expect(link.textContent).toBe('Orders in use or returned with money due');
    const [, search] = link.getAttribute('href')!.split('?');
    expect(JSON.parse(new URLSearchParams(search).get('filter')!)).toEqual({
      ...{ storeId: '1', status: '2,3', payStatus: '0' },
    });
    expect(screen.getByText('Refunds to carry out').closest('a')).toBeNull();
  });
});
