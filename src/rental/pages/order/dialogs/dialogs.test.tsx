import { Suspense, type ComponentType } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, memoryStore, Notification, type RaRecord } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import english from '../../../../../i18n/en-US.json';
import { catalogue, codes } from '../../testing/product.ts';
import { resources } from '../../../../../resources/index.ts';
import order from '../../../../../schemas/order.json';
import vehicle from '../../../../../schemas/vehicle.json';
import {
  AdminRuntimeProvider,
  createAdminRuntime,
  createI18nProvider,
  TOKEN_KEY,
} from '../../../../framework/admin/index.ts';
import { strictConsole } from '../../../../framework/admin/testing/strictConsole.ts';
import { adminSource } from '../../../../framework/admin/testing/adminSource.ts';
import { fakeServer, memoryStorage, type Call, type Reply } from '../../../../framework/admin/testing/fakeServer.ts';
import type { EntitySchema } from '../../../../framework/model/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import AdditionalFeeDialog from './AdditionalFeeDialog.tsx';
import AssignCarDialog from './AssignCarDialog.tsx';
import AssignStaffDialog from './AssignStaffDialog.tsx';
import CancelDialog from './CancelDialog.tsx';
import EditTimeDialog from './EditTimeDialog.tsx';
import PaymentDialog from './PaymentDialog.tsx';
import RejectDialog from './RejectDialog.tsx';
import RemarkDialog from './RemarkDialog.tsx';

strictConsole();

const ORDER = {
  id: 7,
  orderNo: 'R26112100007',
  status: 1,
  renterName: 'May',
  plate: '',
  carId: null,
  subModelId: 3,
  pickupStoreId: 1,
  returnStoreId: 1,
  etc: 0,
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 10:00:00',
  actualPickupTime: '',
  total: 3950,
  payable: 3950,
  paid: 1000,
  due: 2950,
  remark: '',
  deliveryStaffId: null,
  pickupStaffId: null,
};
const done = (): Reply => ({ message: 'Saved successfully', data: { id: 1 } });
const schemas = {
  order: () => Promise.resolve(order as EntitySchema),
  vehicle: () => Promise.resolve(vehicle as EntitySchema),
};

interface Setting {
  readonly answers?: Readonly<Record<string, (call: Call) => Reply>>;
  readonly record?: Partial<typeof ORDER>;
  readonly permissions?: readonly string[];
}

/** Opens the dialog of a step over a fake server, in English and with every right unless told. */
async function open(
  Dialog: ComponentType<StepProps>,
  name: string,
  { answers = {}, record = {}, permissions = ['index'] }: Setting = {},
) {
  const server = fakeServer({
    'GET /admin/user/info': () => ({
      data: {
        id: 1,
        username: 'may',
        name: 'May',
        roles: [{ id: 1, name: 'R' }],
        permission: permissions.map((path) => ({ path })),
      },
    }),
    ...answers,
  });
  const storage = memoryStorage({ [TOKEN_KEY]: JSON.stringify({ value: 't', expire: Date.now() + 1_000_000 }) });
  const runtime = createAdminRuntime({
    ...adminSource({ schemas, resources, codes, scopeEntity: 'store' }),
    fetch: server.fetch,
    storage,
    language: () => 'en-US',
    leave: () => undefined,
  });
  await runtime.session.load();
  const model = await runtime.model.load('order');
  const action = model.actions.find((one) => one.name === name)!;
  const onClose = vi.fn();
  const i18n = createI18nProvider({
    locale: 'en-US',
    catalogues: { 'en-US': catalogue },
    locales: [{ locale: 'en-US', name: 'English' }],
  });
  const page = (
    <AdminContext
      dataProvider={runtime.dataProvider}
      authProvider={runtime.authProvider}
      i18nProvider={i18n}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Suspense fallback="…">
        <Dialog model={model} action={action} record={{ ...ORDER, ...record } as RaRecord} onClose={onClose} />
      </Suspense>
      <Notification />
    </AdminContext>
  );
  render(
    <AdminRuntimeProvider value={runtime}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </AdminRuntimeProvider>,
  );
  const verb = english.resources.order.actions[name as keyof typeof english.resources.order.actions];
  await screen.findByRole('dialog');
  return {
    onClose,
    press: () => userEvent.click(screen.getByRole('button', { name: verb })),
    button: () => screen.getByRole('button', { name: verb }),
    sent: () =>
      server.calls.filter((call) => call.method === 'POST' && call.path !== '/order/quote').map((call) => call.body),
  };
}

const retype = async (label: RegExp, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
const choose = async (box: RegExp, option: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: box }));
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};

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

  it('gives back at most what was paid, and only with a remark', async () => {
    const dialog = await open(PaymentDialog, 'payment', { answers });
    await choose(/method/i, /Cash/);
    await userEvent.click(screen.getByLabelText('Refund'));
    await retype(/^Amount/, '1000.01');
    await dialog.press();
    expect(await screen.findByText(/more than was paid \(THB 1,000\.00\)/)).toBeTruthy();
    expect(screen.getByText('Required')).toBeTruthy();
    await retype(/^Amount/, '1000');
    await userEvent.type(screen.getByLabelText(/^Remark/), 'wrong');
    await dialog.press();
    await waitFor(() =>
      expect(dialog.sent()).toEqual([expect.objectContaining({ type: 2, amount: 1000, remark: 'wrong' })]),
    );
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

describe('cancellation', () => {
  const preview = {
    rule: 'weekday',
    freeHours: 24,
    hoursToPickup: 3.5,
    percent: 30,
    base: 3600,
    penalty: 1080,
    refundable: 0,
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
    expect(await screen.findByText('Return time cannot be less than or equal to pickup time')).toBeTruthy();
    await retype(/^Planned return time/, '2027-03-01 09:00');
    await dialog.press();
    expect(await screen.findByText('Return time cannot be less than pickup time')).toBeTruthy();
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

describe('assign car', () => {
  const cars = [
    { id: 11, plate: 'A 1', subModelId: 3, subModelName: 'Yaris', mileage: 10, etc: 0 },
    {
      id: 12,
      plate: 'B 2',
      subModelId: 4,
      subModelName: 'Camry',
      mileage: 20,
      etc: 1,
      warnings: [{ code: 'w', message: 'Must be moved' }],
    },
  ];
  const answers = { 'GET /order/availablecars': () => ({ data: cars }), 'POST /order/assigncar': done };

  it('offers free cars of the booked model first and gives another model only with a remark', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', { answers });
    await screen.findByText('A 1');
    expect(screen.queryByText('B 2')).toBeNull();
    await dialog.press();
    expect(await screen.findByText('Required')).toBeTruthy();
    await userEvent.click(screen.getByLabelText(/Show other models/));
    expect(screen.getByText('Must be moved')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /B 2/ }));
    await dialog.press();
    await screen.findByLabelText(/^Remark/);
    expect(dialog.sent()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Remark/), 'upgrade');
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, carId: 12, remark: 'upgrade' }]));
  });

  it('gives the plate back', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', { answers, record: { carId: 11 as never, plate: 'A 1' } });
    await userEvent.click(await screen.findByRole('radio', { name: /No plate/ }));
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, carId: null }]));
  });

  it('says why a car is refused', async () => {
    const refused = (): Reply => ({
      statusCode: 400,
      message: 'Operation failed',
      data: { errors: { carId: 'The vehicle is booked: order R1' } },
    });
    const dialog = await open(AssignCarDialog, 'assigncar', {
      answers: { ...answers, 'POST /order/assigncar': refused },
    });
    await userEvent.click(await screen.findByRole('radio', { name: /A 1/ }));
    await dialog.press();
    expect(await screen.findByText('The vehicle is booked: order R1')).toBeTruthy();
  });
});

describe('assign staff', () => {
  it('needs one of the two, asked for by their task and store', async () => {
    const staff = vi.fn(({ query }: Call): Reply => ({
      data: query['taskType'] === '1' ? [{ id: 21, name: 'Somchai', phone: '081' }] : [],
    }));
    const dialog = await open(AssignStaffDialog, 'assignstaff', {
      answers: { 'GET /admin/user/taskuser': staff, 'POST /order/assignstaff': done },
    });
    await dialog.press();
    expect(await screen.findAllByText('Required')).toHaveLength(2);
    expect(dialog.sent()).toEqual([]);
    await choose(/Delivery staff/, /Somchai/);
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, deliveryStaffId: 21, pickupStaffId: null }]));
    expect(staff.mock.calls.map(([call]) => call.query)).toContainEqual({ taskType: '2', storeId: '1' });
  });
});

describe.each([
  ['remark', RemarkDialog, /^Remark$/, { id: 7, remark: 'seat' }],
  ['rejectpickup', RejectDialog, /^Reason/, { id: 7, reason: 'seat' }],
  ['rejectreturn', RejectDialog, /^Reason/, { id: 7, reason: 'seat' }],
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
