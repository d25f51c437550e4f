import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { fieldOf, type Resource } from 'forecourt/model';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import { OrderLength } from '../OrderLength.tsx';
import { heldDeposit } from '../testing/returnedOrder.ts';
import { FeeTable } from './FeeTable.tsx';
import { OrderHead } from './OrderHead.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

strictConsole();

const deposit = (held: number) => ({ ...heldDeposit(held, '2027-03-12'), amount: 3000 });
const TAKEN = { depositType: 1, orderDepositWaived: 0, violationDepositWaived: 0 } as const;
const ORDER = {
  id: 7,
  orderNo: 'R26112100007',
  status: 3,
  renterName: 'May',
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 14:00:00',
  actualPickupTime: '2027-03-01 10:00:40',
  actualReturnTime: '2027-03-04 15:30:10',
  rentalDays: 3,
  rentalHours: 4,
  total: 4750,
  payable: 10750,
  paid: 10750,
  depositHeld: 6000,
  due: 0,
  depositDue: 0,
  overdue: false,
  timeZone: 'Asia/Bangkok',
  actions: [],
  refunds: [],
  deposits: { ...TAKEN, orderDeposit: deposit(3000), violationDeposit: deposit(3000), settled: false },
  fees: [
    { id: 1, item: 'rental', amount: 4750, voided: 0, source: 'booking', remark: '' },
    { id: 2, item: 'handling', amount: 0, voided: 0, source: 'booking', remark: '' },
    { id: 3, item: 'delivery', amount: 200, voided: 1, source: 'booking', remark: '' },
  ],
} as unknown as OrderInfo;

it('says when the car really came back beside the plan, and which deposits wait to go back', async () => {
  await renderDesk((model) => <OrderHead model={model} order={ORDER} />);
  expect(await screen.findByText('2027-03-04 15:30:10')).toBeTruthy();
  // Picked up in the planned minute: no second time to read.
  expect(screen.getAllByText(/^planned /).map(({ textContent }) => textContent)).toEqual(['planned 03月04日 14:00']);
  expect(screen.getByText('Deposits to give back THB 6,000.00')).toBeTruthy();
});

it('says what is asked back instead of promising to give it back once more', async () => {
  const asked = (feeItem: string, amount: number) => ({ id: amount, feeItem, amount, status: 0 });
  const pending = (amount: number) => ({ ...deposit(3000), pending: amount });
  const moneyOf = async (changes: object) => {
    const { unmount } = await renderDesk((model) => (
      <OrderHead model={model} order={{ ...ORDER, ...changes } as OrderInfo} />
    ));
    await screen.findByText(/^Asked back/);
    const lines = screen.queryAllByText(/^(Asked back|Deposits)/).map(({ textContent }) => textContent);
    unmount();
    return lines;
  };
  const both = { ...ORDER.deposits, orderDeposit: pending(3000), violationDeposit: pending(3000) };
  const refunds = [asked('orderDeposit', 3000), asked('violationDeposit', 3000)];
  expect(await moneyOf({ deposits: both, refunds })).toEqual(['Asked back THB 6,000.00']);
  const one = { ...both, violationDeposit: deposit(3000) };
  expect(await moneyOf({ deposits: one, refunds: refunds.slice(0, 1) })).toEqual([
    'Deposits to give back THB 3,000.00',
    'Asked back THB 3,000.00',
  ]);
  // A cancelled order asks one sum back, its deposits with it.
  expect(await moneyOf({ status: -1, refunds: [asked('total', 9000)] })).toEqual(['Asked back THB 9,000.00']);
});

it('says of a running rental which deposits are held, and nothing where there are none', async () => {
  const { unmount } = await renderDesk((model) => <OrderHead model={model} order={{ ...ORDER, status: 2 }} />);
  expect(await screen.findByText('Deposits held THB 6,000.00')).toBeTruthy();
  unmount();
  const none = { ...ORDER.deposits, orderDeposit: deposit(0), violationDeposit: deposit(0) };
  await renderDesk((model) => <OrderHead model={model} order={{ ...ORDER, deposits: none }} />);
  await screen.findByText('R26112100007');
  expect(screen.queryByText(/^Deposits/)).toBeNull();
});

it('notes a waived deposit as waived, and one on a card as held there, and promises to give back only what is taken', async () => {
  const fees = [...ORDER.fees, { ...ORDER.fees[0]!, id: 4, item: 'orderDeposit', amount: 3000 } as const];
  const bill = async (depositType: 1 | 2 | 3, orderDepositWaived: 0 | 1 = 0) => {
    const order = { ...ORDER, fees, deposits: { ...ORDER.deposits, depositType, orderDepositWaived } };
    const { unmount } = await renderDesk(() => <FeeTable order={order} />);
    const line = (await screen.findByText('Order deposit')).closest('li')!.textContent;
    unmount();
    return line;
  };
  expect(await bill(1)).toMatch(/^Order deposit THB 3,000.00Given back after the return/);
  expect(await bill(2)).toMatch(/^Order depositOn card THB 3,000.00Held on the renter's card, not charged/);
  expect(await bill(3)).toMatch(/^Order depositWaived THB 3,000.00Not taken/);
  expect(await bill(1, 1)).toMatch(/^Order depositWaived THB 3,000.00Not taken/);
});

it('lists what is or was charged, and no line of nothing', async () => {
  await renderDesk(() => <FeeTable order={ORDER} />);
  await screen.findByText('Rental');
  expect(screen.getByText('Delivery')).toBeTruthy();
  for (const item of ['Handling', 'Night pickup', 'Premium service']) expect(screen.queryByText(item)).toBeNull();
});

it.each([
  ['zh-CN', '3天 4小时'],
  ['en-US', '3 days 4 hours'],
  ['th-TH', '3 วัน 4 ชั่วโมง'],
] as const)('says how long the rental is in days and hours, as the list does, in %s', async (locale, length) => {
  const field = (model: Resource) => fieldOf(model.entity, 'rentalDays');
  const { findAllByText } = await renderDesk(
    (model) => (
      <>
        <OrderHead model={model} order={ORDER} />
        <OrderLength field={field(model)} value={ORDER.rentalDays} record={ORDER} resource="order" />
      </>
    ),
    { locale },
  );
  expect(await findAllByText(length, { exact: false })).toHaveLength(2);
});
