// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, test, vi } from 'vitest';
import vehicle from '../../../../schemas/vehicle.json';
import { ResourceList, registerComponents } from 'forecourt/admin';
import { type Call, strictConsole } from 'forecourt/testing';
import type { EntitySchema, ImportState } from 'forecourt/model';
import { renderDesk, type Answers } from '../booking/testing/renderDesk.tsx';
import VehicleStatus from './VehicleStatus.tsx';

strictConsole();

const car = (id: number, over: object = {}) => ({
  ...{ id, plate: `AA ${id}`, subModelId: 4, subModelName: 'Toyota Yaris', storeId: 1, storeName: 'Phuket' },
  ...{ status: 1, auditStatus: 1, mileage: 41_312, ownerType: 2, institutionId: 8, institutionName: 'Andaman' },
  ...{
    inShop: 0,
    inStorage: 0,
    renterName: null,
    backTime: null,
    nextOutTime: null,
    updateTime: '2027-03-01 10:00:00',
    ...over,
  },
});
const PENDING = car(5, { status: 0, auditStatus: 0 });
const CARS = [
  PENDING,
  car(6, { nextOutTime: '2027-03-08 09:00:00' }),
  car(7, { status: 2, renterName: 'May', backTime: '2027-03-04 14:00:00' }),
  car(8, { status: 3 }),
  car(9, { status: 4 }),
];

async function openList(answers: Answers = {}) {
  registerComponents({ eager: { VehicleStatus } });
  const desk = await renderDesk(() => <ResourceList resource="vehicle" />, {
    schemas: { vehicle: vehicle as unknown as EntitySchema },
    answers: {
      'GET /car/list': () => ({ data: { list: CARS, total: 300, pageNo: 1, pageSize: 20, totalPage: 15 } }),
      'GET /car/info/5': () => ({ data: PENDING }),
      ...answers,
    },
  });
  await screen.findByText('AA 5');
  const asked = (): Call['query'] => desk.calls.filter(({ path }) => path === '/car/list').at(-1)!.query;
  const rowOf = (id: number) => within(screen.getByText(`AA ${id}`).closest('tr')!);
  return { ...desk, asked, rowOf };
}

it('shows plate and model, store and owner, status, renter and return, next pickup and mileage, in this order, and how many cars there are', async () => {
  const { rowOf } = await openList();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.filter(Boolean)).toEqual(['Plate number', 'Store', 'Vehicle status', 'Renter', 'Next out', 'Mileage (km)', 'Actions']); // prettier-ignore
  const cells = (id: number) => rowOf(id).getAllByRole('cell').slice(1, 7).map(({ textContent }) => textContent); // prettier-ignore
  expect(cells(6)).toEqual(['AA 6Toyota Yaris', 'PhuketAndaman', 'Available', '–', '03月08日 09:00', '41,312']);
  expect(cells(7)[3]).toBe('May03月04日 14:00');
  expect([5, 6, 7, 8, 9].map((id) => cells(id)[2])).toEqual(['Awaiting listingAwaiting approval', 'Available', 'Rented', 'Sold', 'Total loss']); // prettier-ignore
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Vehicles300');
  expect(rowOf(5).getByRole('link', { name: 'AA 5' }).getAttribute('href')).toContain('/vehicle/5/show');
});

it('is searched by what is typed, and filtered by each status and each audit status', async () => {
  const { asked } = await openList();
  await userEvent.type(await screen.findByRole('searchbox'), 'AA 5{Enter}');
  await waitFor(() => expect(asked()['keyword']).toBe('AA 5'));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  for (const [label, name, codes] of [
    ['Vehicle status', 'status', ['0', '1', '2', '3', '4']],
    ['Approval', 'auditStatus', ['0', '1']],
  ] as const) {
    await userEvent.click(await screen.findByRole('combobox', { name: label }));
    const options = await screen.findAllByRole('option');
    expect(options).toHaveLength(codes.length);
    for (const [at, code] of codes.entries()) {
      await userEvent.click(options[at]!);
      await waitFor(() => expect(asked()[name]).toBe(code));
      await userEvent.click(options[at]!);
      await waitFor(() => expect(asked()[name]).toBeUndefined());
    }
    await userEvent.keyboard('{Escape}');
  }
});

it('asks for a file of what is filtered, with the columns on screen, and says that it came', async () => {
  const file = () => new Response('Plate', { headers: { 'content-disposition': 'attachment; filename="cars.xlsx"' } });
  // A browser saves what its page goes to by a click; a window without one would go there.
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { calls } = await openList({ 'GET /car/export': file });
  await userEvent.type(await screen.findByRole('searchbox'), 'AA{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click((await screen.findAllByRole('menuitem'))[0]!);
  await screen.findByText('Exported successfully');
  const { query } = calls.find(({ path }) => path === '/car/export')!;
  expect(query).toMatchObject({ keyword: 'AA', format: 'xlsx', columns: 'plate,subModelId,storeId,institutionId,status,auditStatus,renterName,backTime,nextOutTime,mileage' }); // prettier-ignore
  expect(saved).toEqual(['cars.xlsx']);
});

test.for([
  ['Approve', 'POST /car/audit', 'Reviewed successfully'],
  ['Delete', 'DELETE /car/delete/5', 'Deleted successfully'],
] as const)(
  '%s of a row asks first, does nothing when one goes back, and says what was done',
  async ([label, call, said]) => {
    const { rowOf, calls } = await openList({ [call]: () => ({ message: said, data: null }) });
    const sent = () => calls.filter(({ method, path }) => `${method} ${path}` === call).length;
    const press = async (answer: string) => {
      const beside = rowOf(5).queryByRole('button', { name: label });
      if (!beside) await userEvent.click(rowOf(5).getByRole('button', { name: 'More actions' }));
      await userEvent.click(beside ?? (await screen.findByRole('menuitem', { name: label })));
      const dialog = await screen.findByRole('dialog');
      await userEvent.click(await within(dialog).findByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await press('Back');
    expect(sent()).toBe(0);
    await press(label);
    await screen.findByText(said);
    expect(sent()).toBe(1);
  },
);

it('says in the words of the server why a car with a history stays', async () => {
  const reason = 'The vehicle has orders';
  const { rowOf } = await openList({ 'DELETE /car/delete/5': () => ({ statusCode: 400, message: reason }) });
  await userEvent.click(rowOf(5).getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
  expect(screen.getByText('AA 5')).toBeTruthy();
});

it('names the file of cars that was chosen for import, and offers to start', async () => {
  const counts = {
    rows: 3,
    waiting: 3,
    creates: 3,
    updates: 0,
    unchanged: 0,
    bad: 0,
    created: 0,
    updated: 0,
    failed: 0,
  };
  const checked: ImportState = { ...counts, id: 7, state: 'checked', fileName: 'cars.csv', encoding: 'utf-8',
  headerRow: 1,
  answers: [], columns: [], errors: [], errorPages: 0 }; // prettier-ignore
  await openList({
    'GET /resources/vehicle/import': () => ({ data: { open: null, updateKeys: [] } }),
    'POST /resources/vehicle/import': () => ({ data: checked }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  const input = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]');
  await waitFor(() => expect(input()).toBeTruthy(), { timeout: 10_000 });
  await userEvent.upload(input()!, new File(['Plate'], 'cars.csv', { type: 'text/csv' }));
  expect(await dialog.findByText(/cars\.csv/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: /^(Import|Start)/ })).toHaveProperty('disabled', false);
});

it('makes the chosen cars ready that stand unwashed, and leaves out the others', async () => {
  const cars = [car(5, { ready: 0 }), car(6, { ready: 1 }), car(7, { status: 2, ready: 0 })];
  const { calls } = await openList({
    'GET /car/list': () => ({ data: { list: cars, total: 3, pageNo: 1, pageSize: 20, totalPage: 1 } }),
    'POST /car/readybatch': () => ({ data: { count: 1 } }),
  });
  for (const box of (await screen.findAllByRole('checkbox', { name: /select/i })).slice(0, 1))
    await userEvent.click(box);
  await userEvent.click(await screen.findByRole('button', { name: /^Ready \(washed\)/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/Are the selected vehicles washed/);
  await userEvent.click(dialog.getByRole('button', { name: /^Ready \(washed\)/ }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/car/readybatch')).toMatchObject({ body: { ids: [5] } }),
  );
});
