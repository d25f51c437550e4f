// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import dispatchPlan from '../../../../schemas/dispatchPlan.json';
import storageOrder from '../../../../schemas/storageOrder.json';
import type { EntitySchema } from 'forecourt/model';
import { registerComponents } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import type { StockBar } from '../../calls/index.ts';
import { renderDesk, type Desk } from '../booking/testing/renderDesk.tsx';
import StockViewPage from './StockViewPage.tsx';

strictConsole();

const bar = (more: Partial<StockBar>): StockBar => ({
  ...{ kind: 'order', id: 7, state: 'audited', storageKind: null, planId: null, orderNo: 'R7', renterName: 'Zhang' },
  ...{ start: '2027-03-02 10:00:00', end: '2027-03-04 10:00:00', status: 1, subModelId: 4 },
  ...{ pickupStoreName: 'Phuket', returnStoreName: 'Phuket', plannedReturn: '2027-03-04 10:00:00', updateTime: 'u' },
  ...more,
});
const BLOCK = { orderNo: '', renterName: '', status: null, subModelId: null, end: '' } as const;
const STORED = bar({
  ...{ ...BLOCK, kind: 'storage', id: 21, state: 'inStorage', storageKind: 1, end: '2027-03-05 10:00:00' },
});
const PLANNED = bar({
  ...{ ...BLOCK, kind: 'dispatch', id: 31, planId: 31, state: null, start: '2027-03-02 12:00:00' },
  returnStoreName: 'Krabi',
});
const POOL = { storeId: 1, storeName: 'Phuket', subModelId: 4 };
const VIEW = {
  ...{ dates: [], now: '2027-03-01 10:00:00', turnaroundMinutes: 120, total: 2, pages: [] },
  rows: [
    { ...POOL, carId: 5, plate: 'AA 11', subModelName: 'Yaris', status: 1, bars: [STORED] },
    { ...POOL, carId: 6, plate: 'BB 12', subModelName: 'Yaris', status: 1, bars: [PLANNED] },
  ],
  waiting: [
    { ...POOL, subModelName: 'Yaris', bars: [bar({ id: 8, renterName: 'Anan' })] },
    { ...POOL, subModelId: 6, storeName: 'Krabi', subModelName: 'Hilux', bars: [bar({ id: 9, start: '2027-03-20 10:00:00', end: '2027-03-21 10:00:00' })] }, // prettier-ignore
  ],
};
const STORAGE_ORDER = {
  ...{ id: 21, kind: 1, storeId: 1, subModelId: 4, carId: 5, plate: 'AA 11', status: 1, remark: 'winter tyres' },
  ...{ offlineTime: '2027-03-02 10:00:00', onlineTime: '2027-03-05 10:00:00', updateTime: '2027-03-01 10:00:00' },
};
const option = (name: string, id: number, label: string) => () => ({ data: [{ id, [name]: label }] });

const openSchedule = (at: string, over: Desk = {}) =>
  renderDesk(() => <StockViewPage />, {
    ...{ at, schemas: { storageOrder: storageOrder as EntitySchema, dispatchPlan: dispatchPlan as EntitySchema } },
    ...over,
    answers: {
      'GET /car/stockview': () => ({ data: VIEW }),
      'GET /car/modelslist': option('name', 3, 'Toyota Yaris'),
      'GET /car/submodelslist': option('name', 4, 'Toyota Yaris 1.2'),
      'GET /car/options': () => ({ data: [] }),
      'GET /car/storage/list': () => ({ data: { list: [{ ...STORAGE_ORDER }], total: 1 } }),
      'GET /car/dispatchplan/list': () => ({
        data: { list: [{ id: 31, remark: 'high season', status: 1 }], total: 1 },
      }),
      ...over.answers,
    },
  });

it('a bar of storage opens its form, and so does a planned dispatch', async () => {
  await openSchedule('/car/stockview?from=2027-03-01');
  fireEvent.click(await screen.findByRole('gridcell', { name: /In storage/ }));
  const form = await screen.findByRole('dialog');
  expect(await within(form).findByDisplayValue('winter tyres')).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('gridcell', { name: /^Phuket → Krabi, Planned dispatch/ }));
  expect(await within(await screen.findByRole('dialog')).findByDisplayValue('high season')).toBeTruthy();
});

it('a storage order over an order is refused at its time, and the form keeps what was typed', async () => {
  const named = 'Orders need the vehicle in this time: R7';
  await openSchedule('/car/stockview?from=2027-03-01', {
    answers: {
      'POST /car/storage/save': () => ({
        ...{ statusCode: 400, message: named, data: { errors: { offlineTime: named } } },
      }),
    },
  });
  fireEvent.click(await screen.findByRole('gridcell', { name: /In storage/ }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(await form.findByDisplayValue('winter tyres'), { target: { value: 'spring' } });
  fireEvent.click(form.getByText('Save'));
  expect(await form.findByText(named)).toBeTruthy();
  expect(form.getByLabelText(/^Offline time/).getAttribute('aria-invalid')).toBe('true');
  expect(form.getByDisplayValue('spring')).toBeTruthy();
});

/** What the schedule opened instead of a booking form. */
const Asked = ({ known }: { readonly known?: object }) => <p>{JSON.stringify(known ?? {})}</p>;

/** A press on the sixth day behind the first, in the afternoon. */
const pressFree = async () =>
  fireEvent.click(await screen.findByRole('row', { name: 'AA 11' }), { clientX: 190 + 150 * 6 + 90 });

it('free time opens a booking with car, store, model and hour, by the mouse and by N; a storage order only to who may not book', async () => {
  registerComponents({ eager: { OrderForm: Asked } });
  await openSchedule('/car/stockview?from=2027-03-01&waiting=1');
  await pressFree();
  const place = { carId: 5, storeId: 1, subModelId: 4 };
  expect(await screen.findByText(JSON.stringify({ ...place, time: '2027-03-07 14:00:00' }))).toBeTruthy();
  const head = (name: RegExp) => screen.getByRole('rowheader', { name });
  act(() => head(/BB 12/).focus());
  fireEvent.keyDown(head(/BB 12/), { key: 'n' });
  expect(await screen.findByText(JSON.stringify({ ...place, carId: 6 }))).toBeTruthy();
  // A lane of orders of several models and stores says neither.
  act(() => head(/No car yet/).focus());
  fireEvent.keyDown(head(/No car yet/), { key: 'n' });
  expect(await screen.findByText('{}')).toBeTruthy();
  cleanup();
  await openSchedule('/car/stockview?from=2027-03-01', { permissions: ['stock', 'stock-view', 'stock-add'] });
  await pressFree();
  expect(within(await screen.findByRole('dialog')).getByLabelText(/^Offline time/)).toHaveProperty('value');
  expect(screen.queryByRole('button', { name: 'New order' })).toBeNull();
});

it('a car that is not on sale yet cannot be booked', async () => {
  registerComponents({ eager: { OrderForm: Asked } });
  const rows = VIEW.rows.map((row) => ({ ...row, status: 0 }));
  await openSchedule('/car/stockview?from=2027-03-01', {
    answers: { 'GET /car/stockview': () => ({ data: { ...VIEW, rows } }) },
  });
  await pressFree();
  expect(within(await screen.findByRole('dialog')).getByLabelText(/^Offline time/)).toBeTruthy();
});

it('orders without a car are one line until somebody opens it', async () => {
  await openSchedule('/car/stockview?from=2027-03-01');
  await screen.findByRole('rowheader', { name: /BB 12/ });
  expect(screen.queryByRole('rowheader', { name: /No car yet/ })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: /^No car yet: \d+$/ }));
  expect(await screen.findByRole('rowheader', { name: /No car yet/ })).toBeTruthy();
});

it('sends each filter, and one button brings all back', async () => {
  // What was asked before is not asked again: begun with a filter, all of it is new when that is gone.
  const { calls } = await openSchedule('/car/stockview?category=1');
  const asked = () => calls.findLast(({ path }) => path === '/car/stockview')!.query;
  await screen.findByRole('grid');
  const choose = async (label: string, name: RegExp) => {
    fireEvent.mouseDown(screen.getByLabelText(label));
    fireEvent.click(await within(await screen.findByRole('listbox')).findByText(name));
  };
  const plate = screen.getByLabelText<HTMLInputElement>('Plate number');
  fireEvent.change(plate, { target: { value: 'AA 1' } });
  await choose('Store', /Patong/);
  await choose('Vehicle model', /Toyota Yaris 1.2/);
  await choose('Class', /SUV/);
  await choose('State', /Overdue/);
  const from = screen.getByLabelText('From');
  fireEvent.change(from, { target: { value: '2027-05-01' } });
  fireEvent.blur(from);
  await waitFor(() =>
    expect(asked()).toMatchObject({
      ...{ plate: 'AA 1', storeId: '2', subModelId: '4', state: 'overdue' },
      ...{ category: expect.stringMatching(/^\d$/), dateStart: expect.stringMatching(/^2027-0[5-7]-/) },
    }),
  );
  fireEvent.click(screen.getByText('Clear filters'));
  await waitFor(() => expect(Object.keys(asked()).toSorted()).toEqual(['cells', 'dateEnd', 'dateStart', 'limit']));
  expect(plate.value).toBe('');
  expect(screen.queryByText('Clear filters')).toBeNull();
});

it('on a phone a lane says of each order which model waits where, not of all of them at once', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  }));
  await openSchedule('/car/stockview?from=2027-03-01&waiting=1');
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('button', { name: /^BB 12/ })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^No car yet/ }));
  const head = (await screen.findByRole('heading', { name: 'No car yet' })).parentElement!;
  expect(head.textContent).toBe('No car yet1 / 3');
  const orders = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(orders).toEqual([expect.stringContaining('Yaris · Phuket'), expect.stringContaining('Hilux · Krabi')]);
  fireEvent.click(screen.getByRole('button', { name: 'All cars' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  vi.unstubAllGlobals();
});

const QUOTE = {
  ...{ rentalDays: 3, rentalHours: 0, fees: [], total: 3750, payable: 3750, difference: 400, availableCount: 1 },
  ...{ errors: [] as object[], warnings: [{ code: 'night', field: 'plannedPickupTime', message: 'At night' }] },
};
const MOVABLE = { ...VIEW, waiting: [], rows: [{ ...VIEW.rows[0]!, bars: [bar({})] }, VIEW.rows[1]!] };
const openMovable = (quote: object) =>
  openSchedule('/car/stockview?from=2027-03-01&zoom=month', {
    permissions: ['index', 'stock-view', 'order-edit'],
    answers: {
      'GET /car/stockview': () => ({ data: MOVABLE }),
      'POST /order/quote': () => ({ data: quote }),
      'POST /order/edittime': () => ({ data: { total: 3750, difference: 400, warnings: [] } }),
    },
  });

/** Takes the bar two days further. */
async function dragOn(): Promise<void> {
  const taken = await screen.findByRole('gridcell', { name: /Zhang/ });
  const grid = screen.getByRole('grid');
  grid.setPointerCapture = () => undefined;
  grid.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 800);
  const pointer = { pointerId: 1, button: 0, pointerType: 'mouse' };
  fireEvent.pointerDown(taken, { ...pointer, clientX: 300, clientY: 60 });
  fireEvent.pointerMove(grid, { ...pointer, clientX: 380, clientY: 60 });
  fireEvent.pointerUp(grid, { ...pointer, clientX: 380, clientY: 60 });
}

it('asks before a drag changes times and price, with both before and after; going back changes nothing', async () => {
  const { sent } = await openMovable(QUOTE);
  await dragOn();
  const dialog = within(await screen.findByRole('dialog', { name: 'Move the order' }));
  expect(await dialog.findByText('THB 3,750.00')).toBeTruthy();
  const figures = [...dialog.getByRole('status').querySelectorAll('dt, dd')].map(({ textContent }) => textContent);
  expect(figures).toEqual([
    ...['Pickup time', '03月02日 10:00 → 03月04日 10:00', 'Return time', '03月04日 10:00 → 03月06日 10:00'],
    ...['Total now', 'THB 3,350.00', 'Total after this', 'THB 3,750.00', 'Difference', '+THB 400.00'],
  ]);
  expect(dialog.getByText('At night')).toBeTruthy();
  expect(sent('/order/edittime')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('/order/edittime')).toEqual([]);

  await dragOn();
  const again = within(await screen.findByRole('dialog'));
  await again.findByText('THB 3,750.00');
  fireEvent.click(again.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent('/order/edittime')).toHaveLength(1));
  expect(sent('/order/edittime')[0]).toMatchObject({
    ...{ id: 7, plannedPickupTime: '2027-03-04 10:00:00', plannedReturnTime: '2027-03-06 10:00:00' },
  });
});

it('a time that cannot be had is said in the question, and is not saved', async () => {
  const taken = { code: 'taken', field: 'carId', message: 'R8 has the vehicle' };
  const { sent } = await openMovable({ ...QUOTE, total: null, difference: null, errors: [taken] });
  await dragOn();
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('R8 has the vehicle')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  expect(sent('/order/edittime')).toEqual([]);
});
