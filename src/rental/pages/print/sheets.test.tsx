// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AdminRuntimeProvider, createAdminRuntime } from '../../../framework/admin/index.ts';
import { fakeServer, memoryStorage, type Reply } from '../../../framework/admin/testing/fakeServer.ts';
import CheckPage from './CheckPage.tsx';
import RentalPage from './RentalPage.tsx';
import SettlementPage from './SettlementPage.tsx';
import type { SheetData } from './sheetData.ts';

vi.mock('@fontsource-variable/noto-sans-sc', () => ({}));
vi.mock('@fontsource-variable/noto-sans-thai', () => ({}));
vi.mock('./sheet.css', () => ({}));

const store = {
  storeName: 'Phuket Airport',
  phone: '076',
  address: 'Mai Khao',
  cityName: 'Phuket',
  supplierName: 'Siam Star',
};
const DATA: SheetData = {
  orderNo: 'R26112000001',
  channel: 4,
  channelOrderNo: '',
  renterName: '张三丰',
  renterPhone: '+86 13812345678',
  renterIdType: 2,
  renterIdNo: 'E123',
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 13:20:00',
  actualPickupTime: '2027-03-01 10:05:00',
  actualReturnTime: '2027-03-04 13:20:00',
  rentalDays: 3,
  rentalHours: 4,
  pickupType: 0,
  pickupAddress: '',
  returnType: 0,
  returnAddress: '',
  depositType: 1,
  service: 'none',
  externalPlate: 0,
  etc: 0,
  remark: '',
  contractNo: 'C26112000001',
  contractSignTime: '',
  contractSignImage: '',
  cnyRateThbPerCny: 5,
  total: 7820,
  payable: 15_820,
  paid: 15_000,
  due: 820,
  surplus: 0,
  pickupStore: store,
  returnStore: store,
  printTime: '2027-03-04 14:00:00',
  timeZone: 'Asia/Bangkok',
  car: {
    brandName: 'Toyota',
    modelName: 'Yaris',
    subModelName: '1.2',
    plate: 'AA 11',
    frameNo: 'F1',
    color: 'Grey',
    seats: 5,
    transmission: 1,
    fuelType: 2,
    mileage: 1300,
  },
  fees: [
    { item: 'rental', amount: 3600, source: 'booking', voided: 0 },
    { item: 'hourly', amount: 800, source: 'overrun', voided: 0 },
    { item: 'discount', amount: 100, source: 'booking', voided: 0 },
    { item: 'nightReturn', amount: 999, source: 'booking', voided: 1 },
    { item: 'orderDeposit', amount: 5000, source: 'booking', voided: 0 },
  ],
  payments: [
    { id: 1, type: 1, amount: 15_820, feeItem: 'total', method: 1, time: '2027-02-20 09:00:00', transactionNo: 'A-1' },
    { id: 2, type: 2, amount: 820, feeItem: 'total', method: 5, time: '2027-03-04 13:40:00' },
  ],
  tasks: [{ type: 'pickup', time: '2027-03-01 10:05:00', mileage: 1000, oil: 8, voided: 0, operator: 'Ann' }],
  deposits: {
    orderDeposit: { amount: 5000, held: 5000, releaseDate: '2027-03-11' },
    violationDeposit: { amount: 3000, held: 3000, releaseDate: '2027-04-03' },
  },
};

const print = vi.fn();
beforeEach(() => {
  print.mockReset();
  vi.stubGlobal('print', print);
  window.print = print;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(at: string, answer: () => Reply = () => ({ data: DATA })) {
  const server = fakeServer({ 'GET /print/order/7': answer });
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
      { path: '/print/vehiclecar', element: <CheckPage /> },
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

it('the order number is there to be scanned', async () => {
  show('/print/rental/7?noprint&lang=en-US');
  expect(await screen.findByRole('img', { name: 'R26112000001' })).toBeTruthy();
});

it('the settlement adds yuan for reference, shows refunds with a minus and no voided line, and says when deposits unfreeze', async () => {
  show('/print/settlement/7?noprint&lang=en-US');
  await screen.findByText('Settlement sheet');
  const text = document.body.textContent ?? '';
  expect(text).toContain('THB 7,820.00 (¥ 1,564.00)');
  expect(text).toContain('THB -100.00');
  expect(text).toContain('-820.00');
  expect(text).not.toContain('999.00');
  expect(text).toContain('within 30 days');
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

it('the print dialog opens by itself once all is drawn, not with ?noprint', async () => {
  show('/print/vehiclecar?lang=en-US');
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  cleanup();
  show('/print/vehiclecar?lang=en-US&noprint');
  await screen.findByText('Vehicle check sheet');
  expect(print).toHaveBeenCalledTimes(1);
});
