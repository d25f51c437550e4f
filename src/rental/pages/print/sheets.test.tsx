import userEvent from '@testing-library/user-event';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { AdminRuntimeProvider, createAdminRuntime } from 'forecourt/admin';
import { fakeServer, memoryStorage, type Reply } from 'forecourt/testing';
import CheckPage from './CheckPage.tsx';
import FlashRentalPage from './FlashRentalPage.tsx';
import RentalPage from './RentalPage.tsx';
import DepositPage from './DepositPage.tsx';
import SettlementPage from './SettlementPage.tsx';
import PhotoCheckPage from './PhotoCheckPage.tsx';
import { SHEET } from './testing/sheet.ts';

const print = vi.fn();
beforeEach(() => {
  print.mockReset();
  vi.stubGlobal('print', print);
});

function show(at: string, answer: () => Reply = () => ({ data: SHEET }), others: Record<string, () => Reply> = {}) {
  const server = fakeServer({ 'GET /print/order/7': answer, ...others });
  const runtime = createAdminRuntime({
    entries: [],
    parts: {},
    codes: {},
    fetch: server.fetch,
    storage: memoryStorage(),
    language: () => 'en-US',
    leave: () => undefined,
  });
  const router = createMemoryRouter(
    [
      { path: '/print/settlement/:id', element: <SettlementPage /> },
      { path: '/print/rental/:id', element: <RentalPage /> },
      { path: '/print/fsrental/:id', element: <FlashRentalPage /> },
      { path: '/print/deposit/:id', element: <DepositPage /> },
      { path: '/print/vehiclecar', element: <CheckPage /> },
      { path: '/print/vehiclecar1', element: <PhotoCheckPage /> },
    ],
    { initialEntries: [at] },
  );
  render(
    <AdminRuntimeProvider value={runtime}>
      <RouterProvider router={router} />
    </AdminRuntimeProvider>,
  );
  return server;
}

it('the agreement shows renter, car and times in two languages and ticks the fuel of the car alone', async () => {
  const { calls } = show('/print/rental/7?key=k&lang=en-US&noprint');
  expect(await screen.findByText('租车合同')).toBeTruthy();
  expect(screen.getByText('Rental agreement')).toBeTruthy();
  for (const text of ['张三丰', 'E123', 'AA 11', '2027-03-04 13:20', '3天 4小时 / 3 days 4 hours'])
    expect(document.body.textContent).toContain(text);
  expect([...document.querySelectorAll('.box')].map((box) => box.textContent)).toEqual(['', '✓', '', '']);
  expect(calls[0]!.query).toEqual({ key: 'k', sheet: 'rental' });
});

it('the receipt says in three languages what was taken under each deposit, how, when and by whom, and when it goes back', async () => {
  const { calls } = show('/print/deposit/7?key=k&noprint&lang=en-US');
  expect(await screen.findByText('押金收据')).toBeTruthy();
  for (const text of [
    ...['Deposit receipt', 'ใบรับเงินประกัน', 'R26112000001-D2', '张三丰', 'AA 11', 'Nok', 'THB 5,000.00', 'THB 3,000.00'],
    ...['THB 8,000.00', '2027-02-20 09:00', '30 days'],
  ])
    expect([text, document.body.textContent.includes(text)]).toEqual([text, true]);
  expect(document.body.textContent).not.toContain('held THB');
  expect(calls[0]!.query).toEqual({ key: 'k', sheet: 'deposit' });
});

it('a receipt that is printed again says what of the deposits is still held', async () => {
  const { deposits } = SHEET;
  const part = { ...deposits.orderDeposit, applied: 600, held: 4400 };
  show('/print/deposit/7?noprint&lang=en-US', () => ({
    data: { ...SHEET, deposits: { ...deposits, orderDeposit: part } },
  }));
  await screen.findByText('押金收据');
  expect(document.body.textContent).toContain('THB 4,400.00');
});

it('there is no receipt for an order of which no deposit was taken', async () => {
  show('/print/deposit/7?noprint&lang=en-US', () => ({ data: { ...SHEET, taken: [], takenTotal: 0 } }));
  expect(await screen.findByText('No deposit has been taken for this order.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('R26112000001-D');
});

it('the order number is there to be scanned', async () => {
  show('/print/rental/7?noprint&lang=en-US');
  expect(await screen.findByRole('img', { name: 'R26112000001' })).toBeTruthy();
});

it('the settlement adds yuan for reference, shows refunds with a minus, deductions, what is on its way back and says when deposits unfreeze', async () => {
  show('/print/settlement/7?noprint&lang=en-US', () => ({ data: { ...SHEET, refundPending: 500 } }));
  await screen.findByText('Settlement sheet');
  const text = document.body.textContent ?? '';
  expect(text).toContain('THB 7,820.00 (¥ 1,564.00)');
  expect(text).toContain('THB −100.00');
  expect(text).toContain('−820.00');
  expect(text).toContain('within 30 days');
  for (const shown of ['D27030400001', 'Vehicle damage fee', 'THB 3,220.00 (¥ 644.00)', 'THB 500.00 (¥ 100.00)'])
    expect(text).toContain(shown);
});

it('the settlement has small pictures of both ends once somebody ticks it, and papers never', async () => {
  show('/print/settlement/7?noprint&lang=en-US');
  await screen.findByText('Settlement sheet');
  expect(screen.queryByText('Pictures at pickup')).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /With pictures/ }));
  expect(screen.getByText('Pictures at pickup')).toBeTruthy();
  expect(document.querySelectorAll('.pictures img').length).toBeGreaterThan(0);
});

it('what the product has said of a line is printed in both languages, what was typed once', async () => {
  const remark = '{"key":"rental.order.agreedTotal"}';
  const fees = SHEET.fees.map((fee) => (fee.item === 'hourly' ? { ...fee, remark } : fee));
  show('/print/settlement/7?noprint&lang=th-TH', () => ({ data: { ...SHEET, fees } }));
  expect(await screen.findByText('渠道约定总价')).toBeTruthy();
  expect(screen.getByText('ยอดรวมที่ตกลงกับช่องทาง')).toBeTruthy();
  expect(screen.getByText(/Door/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('"key"');
});

it.each([
  [1, 'THB 5,000.00', 'within 30 days', 'Not taken'],
  [2, 'On card · THB 5,000.00', "Held on the renter's card, not charged", 'within 30 days'],
  [3, 'Waived · THB 5,000.00', 'Not taken', 'within 30 days'],
] as const)(
  'a deposit that is waived or on a card is printed as that, and nobody is promised it back: type %i',
  async (depositType, amount, said, unsaid) => {
    const held = depositType === 1 ? 3000 : 0;
    const { orderDeposit, violationDeposit } = SHEET.deposits;
    const deposits = {
      ...{ orderDeposit: { ...orderDeposit, held }, violationDeposit: { ...violationDeposit, held } },
    };
    show('/print/settlement/7?noprint&lang=en-US', () => ({ data: { ...SHEET, depositType, deposits } }));
    const last = (await screen.findByText('Deposits')).closest('section')!.textContent;
    expect(last).toMatch(new RegExp(`Order deposit[^·]*${amount.replace('.', '\\.')}`));
    expect(last).toContain(said);
    expect(last).not.toContain(unsaid);
    cleanup();
    show('/print/rental/7?noprint&lang=en-US', () => ({ data: { ...SHEET, depositType, deposits } }));
    const row = (await screen.findByText('Order deposit')).closest('tr')!.textContent;
    expect(row).toMatch(depositType === 1 ? /5,000\.00$/ : /(On card|Waived) · 5,000\.00$/);
    if (depositType === 1) expect(row).not.toMatch(/On card|Waived/);
  },
);

it('one waived deposit is printed as waived, and the other as it is', async () => {
  const data = { ...SHEET, orderDepositWaived: 1 as const };
  show('/print/rental/7?noprint&lang=en-US', () => ({ data }));
  const row = (item: string) => screen.getByText(item).closest('tr')!.textContent;
  await screen.findByText('Order deposit');
  expect(row('Order deposit')).toMatch(/Waived · 5,000\.00$/);
  expect(row('Violation deposit')).not.toMatch(/Waived/);
});

it('without a key or a session the page says that the order could not be loaded, and prints nothing', async () => {
  show('/print/rental/7?lang=en-US', () => ({ status: 200, statusCode: 404, message: 'x' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load order data');
  expect(print).not.toHaveBeenCalled();
});

it('an address that names no order asks the server nothing', async () => {
  const { calls } = show('/print/rental/abc?lang=en-US');
  await screen.findByRole('alert');
  expect(calls).toEqual([]);
});

it('the check sheet is blank without an order and filled with one', async () => {
  const { calls } = show('/print/vehiclecar?noprint&lang=en-US');
  expect(await screen.findByText('Vehicle check sheet')).toBeTruthy();
  expect(calls).toEqual([]);
  cleanup();
  show('/print/vehiclecar?orderId=7&noprint&lang=en-US');
  expect(await screen.findByText('AA 11')).toBeTruthy();
});

it('the check sheet names the sides of the car in both of its languages', async () => {
  show('/print/vehiclecar?noprint&lang=en-US');
  await screen.findByText('Vehicle check sheet');
  const sketch = screen.getByRole('img');
  const names = [...sketch.querySelectorAll('text.name')].map(({ textContent }) => textContent);
  expect(new Set(names)).toEqual(new Set(['前部 · Front', '后部 · Rear', '顶部 · Top', '左侧 · Left', '右侧 · Right']));
});

it('the flash agreement says everything in three languages', async () => {
  const { calls } = show('/print/fsrental/7?key=k&noprint&lang=th-TH');
  await screen.findByText('Flash rental agreement');
  for (const text of ['闪租合同', 'สัญญาเช่าแบบแฟลช', 'E123', 'AA 11', 'THB 15,820.00'])
    expect(document.body.textContent).toContain(text);
  expect(calls[0]!.query).toEqual({ key: 'k', sheet: 'fsrental' });
});

it('the check sheet with pictures shows those of the handover, counts what does not fit, and has empty frames without an order', async () => {
  show('/print/vehiclecar1?noprint&lang=en-US');
  await screen.findByText('Pictures at return');
  const frames = () => [...document.querySelectorAll('.pictures > span')];
  expect(frames()).toHaveLength(8);
  expect(document.querySelectorAll('.pictures img')).toHaveLength(0);
  cleanup();
  const [task] = SHEET.tasks;
  const many = Array.from({ length: 9 }, (_, index) => `/files/${index}.png`);
  show('/print/vehiclecar1?orderId=7&noprint&lang=en-US', () => ({
    data: { ...SHEET, tasks: [{ ...task, damagePhotos: many }] },
  }));
  await screen.findByText('3 more pictures are kept with the order.');
  expect(document.querySelectorAll('.pictures img')).toHaveLength(8);
});

it('the print dialog opens by itself once all is drawn, not with ?noprint', async () => {
  show('/print/vehiclecar?lang=en-US');
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  cleanup();
  show('/print/vehiclecar?lang=en-US&noprint');
  await screen.findByText('Vehicle check sheet');
  expect(print).toHaveBeenCalledTimes(1);
});

it('prints the sheets of several orders together, names those it could not read, and opens the print dialog once', async () => {
  show('/print/rental/7,8,9?lang=en-US', undefined, {
    'GET /print/order/8': () => ({ data: { ...SHEET, orderNo: 'R26112000008' } }),
    'GET /print/order/9': () => ({ statusCode: 404, message: 'Failed to load order data' }),
  });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(screen.getAllByText('Rental agreement')).toHaveLength(2);
  expect(document.querySelectorAll('.several > .sheet')).toHaveLength(2);
  expect(screen.getByRole('alert').textContent).toMatch(/: #9$/);
  expect(document.title).toContain('R26112000008');
});

it.each([
  ['/print/rental/7', 'Rental sheet', ' R26112000001'],
  ['/print/fsrental/7', 'Rental sheet (fs)', ' R26112000001'],
  ['/print/settlement/7', 'Settlement sheet', ' R26112000001'],
  ['/print/deposit/7', 'Deposit receipt', ' R26112000001'],
  ['/print/vehiclecar', 'Vehicle check sheet', ''],
  ['/print/vehiclecar1', 'Vehicle check sheet (variant 1)', ''],
])('the window of %s is called by its route, its order and the product', async (at, title, order) => {
  show(`${at}?lang=en-US&noprint`);
  await waitFor(() => expect(document.title).toBe(`${title}${order} - Car Rental Console`));
});
