import { Suspense } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, memoryStore, Notification, ResourceContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { catalogue, codes } from '../testing/product.ts';
import { resources } from '../../../../resources/index.ts';
import order from '../../../../schemas/order.json';
import vehicle from '../../../../schemas/vehicle.json';
import {
  AdminRuntimeProvider,
  createAdminRuntime,
  createI18nProvider,
  registerComponents,
  TOKEN_KEY,
} from 'forecourt/admin';
import { adminSource, fakeServer, memoryStorage, strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { DeliveryStaffInput, PickupStaffInput } from './dialogs/StaffInput.tsx';
import { orderComponents } from './index.ts';
import OrderList from './OrderList.tsx';
import PrintSeveral from './PrintSeveral.tsx';

strictConsole();

const ROW = {
  id: 7,
  orderNo: 'R26112100007',
  status: 1,
  detailLabel: 'pendingPickup',
  listLabel: 'paid',
  overdue: true,
  renterName: 'May',
  renterPhone: '138****0000',
  subModelId: 3,
  subModelName: 'Yaris',
  carId: null,
  plate: '',
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 14:00:00',
  rentalDays: 3,
  rentalHours: 4,
  total: 1,
  due: 0,
  actions: ['assigncar', 'cancel', 'remark', 'payment', 'renew'],
};
const COUNTS = { all: 1234, pendingPickup: 5, pendingReturn: 4, overduePickup: 3, overdueReturn: 0, unsigned: 2 };

async function openList(answers: Parameters<typeof fakeServer>[0] = {}) {
  registerComponents(orderComponents);
  registerComponents({ eager: { OrderNew: () => null, DeliveryStaffInput, PickupStaffInput, PrintSeveral } });
  const { fetch, calls } = fakeServer({
    'GET /admin/user/info': () => ({
      data: { id: 1, username: 'may', name: 'May', roles: [{ id: 1, name: 'R' }], permission: [{ path: 'index' }] },
    }),
    'GET /order/list': () => ({ data: { list: [ROW], total: 1, pageNo: 1, pageSize: 20, totalPage: 1 } }),
    'GET /order/tabcount': () => ({ data: COUNTS }),
    ...answers,
  });
  const storage = memoryStorage({ [TOKEN_KEY]: JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }) });
  const schemas = {
    order: () => Promise.resolve(order as EntitySchema),
    vehicle: () => Promise.resolve(vehicle as EntitySchema),
  };
  const runtime = createAdminRuntime({
    ...adminSource({ schemas, resources, codes, scopeEntity: 'store' }),
    fetch,
    storage,
    language: () => 'en-US',
    leave: () => undefined,
  });
  await runtime.session.load();
  await runtime.model.load('order');
  const i18n = createI18nProvider({
    locale: 'en-US',
    catalogues: { 'en-US': catalogue },
    locales: [{ locale: 'en-US', name: 'English' }],
  });
  const page = (
    <AdminContext
      dataProvider={runtime.dataProvider}
      authProvider={runtime.authProvider}
      routerProvider={runtime.routerProvider}
      i18nProvider={i18n}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ResourceContextProvider value="order">
        <Suspense fallback="…">
          <OrderList resource="order" />
        </Suspense>
      </ResourceContextProvider>
      <Notification />
    </AdminContext>
  );
  render(
    <AdminRuntimeProvider value={runtime}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </AdminRuntimeProvider>,
  );
  await screen.findByText('R26112100007');
  const queries = (path: string) => calls.filter((call) => call.path === path).map((call) => call.query);
  return { queries, calls };
}

it('shows six tabs, each with its number under the other filters', async () => {
  const { queries } = await openList();
  await screen.findByRole('tab', { name: 'All 1,234' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'All1,234',
    'Awaiting pickup5',
    'Awaiting return4',
    'Overdue pickup3',
    'Overdue return0',
    'Unsigned e-contract2',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: /Unsigned/ }));
  await userEvent.type(await screen.findByRole('searchbox'), 'May{Enter}');
  await waitFor(() => expect(queries('/order/list').at(-1)).toMatchObject({ tab: 'unsigned', keyword: 'May' }));
  await waitFor(() => expect(queries('/order/tabcount').at(-1)).toEqual({ keyword: 'May' }));
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Unsigned');
});

it('lists the longest overdue first, and the newest booking everywhere else', async () => {
  const { queries } = await openList();
  expect(queries('/order/list').at(-1)).toMatchObject({ sortField: 'createTime', sortOrder: 'descend' });
  await userEvent.click(screen.getByRole('tab', { name: /Overdue pickup/ }));
  await waitFor(() =>
    expect(queries('/order/list').at(-1)).toMatchObject({
      tab: 'overduePickup',
      sortField: 'plannedPickupTime',
      sortOrder: 'ascend',
    }),
  );
  await userEvent.click(screen.getByRole('tab', { name: /^All/ }));
  await waitFor(() =>
    expect(queries('/order/list').at(-1)).toMatchObject({ sortField: 'createTime', sortOrder: 'descend' }),
  );
  expect(queries('/order/list').at(-1)).not.toHaveProperty('tab');
});

it('offers what the server offers, in its order, and says who is late and how long the rental is', async () => {
  await openList();
  const row = screen.getByText('R26112100007').closest('tr, li') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter(Boolean),
  ).toEqual(['Assign vehicle']);
  await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
  const menu = await screen.findAllByRole('menuitem');
  expect(menu.map(({ textContent }) => textContent)).toEqual(['Add payment', 'Renew', 'Save note', 'Cancel order']);
  // The state of life, then the payment and who is late; the same word is not said twice.
  expect([...row.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent)).toEqual([
    'Awaiting pickup',
    'Paid',
    'Overdue',
  ]);
  expect(within(row).getByText('3 days 4 hours')).toBeTruthy();
});

const OTHER = { ...ROW, id: 8, orderNo: 'R26112100008', renterName: 'Nok' };
const TWO = {
  'GET /order/list': () => ({ data: { list: [ROW, OTHER], total: 2, pageNo: 1, pageSize: 20, totalPage: 1 } }),
};
async function selectBoth() {
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select row/ })) await userEvent.click(box);
  return within(await screen.findByRole('toolbar', { name: '2 selected' }));
}

it('gives staff to the selected orders one by one, and says how many have them and which were refused', async () => {
  const { calls } = await openList({
    ...TWO,
    'GET /admin/user/taskuser': () => ({ data: [{ id: 21, name: 'Dao', phone: '08', taskType: 1 }] }),
    'POST /order/assignstaff': ({ body }) =>
      (body as { id: number }).id === 8
        ? {
            statusCode: 400,
            message: 'Not valid',
            data: { errors: { deliveryStaffId: 'Does not work at this store' } },
          }
        : { message: 'Updated' },
  });
  const bar = await selectBoth();
  await userEvent.click(bar.getByRole('button', { name: 'Assign staff' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  const [delivery] = await dialog.findAllByRole('combobox');
  await userEvent.click(delivery!);
  await userEvent.click(await screen.findByRole('option', { name: 'Dao · 08' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Assign staff' }));
  expect(await screen.findByText(/^1 done, 1 refused:\s+R26112100008: Does not work at this store$/)).toBeTruthy();
  const sent = calls.filter(({ path }) => path === '/order/assignstaff').map(({ body }) => body);
  expect(sent).toEqual([7, 8].map((id) => ({ id, deliveryStaffId: 21 })));
});

it('exports the selected orders alone, with the columns of the list', async () => {
  const { queries } = await openList({ ...TWO, 'GET /order/export': () => ({ status: 500, message: 'no file here' }) });
  const bar = await selectBoth();
  await userEvent.click(bar.getByRole('button', { name: 'Export selected' }));
  await waitFor(() => expect(queries('/order/export')).toHaveLength(1));
  const [{ ids, format, columns } = {}] = queries('/order/export');
  expect([ids, format]).toEqual(['7,8', 'xlsx']);
  expect(columns).toMatch(/^orderNo,rentalDays,/);
});

it('prints the sheets of the selected orders that have one in one tab, and says how many have none', async () => {
  const sheets = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(sheets as unknown as Window);
  await openList({
    'GET /order/list': () => ({
      data: { list: [ROW, { ...OTHER, status: -1 }], total: 2, pageNo: 1, pageSize: 20, totalPage: 1 },
    }),
  });
  const bar = await selectBoth();
  await userEvent.click(bar.getByRole('button', { name: 'Print rental sheets' }));
  await waitFor(() => expect(sheets.location.replace).toHaveBeenCalledWith('/print/rental/7'));
  expect(await screen.findByText(/^1 of them is left out/)).toBeTruthy();
});
