// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, test } from 'vitest';
import schema from '../../../../schemas/vehicle.json';
import { ActionButton, strictConsole } from 'forecourt/testing';
import { registerComponents, useResourceModel } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk, STORES } from '../booking/testing/renderDesk.tsx';
import { dialogAction } from '../steps/dialogAction.tsx';

strictConsole();
registerComponents({ eager: { LeaveDialog: dialogAction(() => import('./LeaveDialog.tsx')) } });

const CAR = { id: 5, plate: 'AA 11', storeId: 1, storeName: 'Phuket Airport', status: 0, auditStatus: 0, ownerType: 2, institutionId: 8, institutionName: 'Andaman' }; // prettier-ignore

function Actions() {
  const model = useResourceModel('vehicle');
  return model.actions.map((action) => (
    <ActionButton key={action.name} model={model} action={action} record={CAR} variant="outlined" />
  ));
}

async function press(label: string, more: Record<string, unknown> = {}, permissions?: readonly string[]) {
  const answers = {
    ...(more as object),
    // A car that is delisted is listed before.
    'GET /car/info/5': () => ({ data: { ...CAR, status: label === 'Delist' ? 1 : 0 } }),
    'GET /basics/institutionlist': () => ({ data: [{ id: 8, name: 'Andaman' }] }),
  };
  const schemas = { vehicle: schema as unknown as EntitySchema };
  const { calls } = await renderDesk(() => <Actions />, { answers, schemas, ...(permissions && { permissions }) });
  await userEvent.click(await screen.findByRole('button', { name: label }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, posts: () => calls.filter(({ method }) => method === 'POST') };
}

test.for([
  ['Approve', 'Confirm audit of this vehicle?', '/car/audit'],
  ['List', 'Confirm listing of this vehicle?', '/car/online'],
  ['Delist', 'Confirm delisting of this vehicle?', '/car/offline'],
  ['Mark sold', 'Confirm marking this vehicle as sold?', '/car/sold'],
  ['Mark total loss', 'Confirm marking this vehicle as a total loss?', '/car/totalloss'],
] as const)(
  '%s asks first, sends nothing when one goes back, and its call when one says yes',
  async ([label, question, path]) => {
    const { dialog, posts } = await press(label);
    await dialog.findByText(question);
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: label }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }));
    await waitFor(() => expect(posts()).toMatchObject([{ path, body: { id: 5 } }]));
  },
);

it('asks again where an order relies on the car, and goes on once that is confirmed', async () => {
  const { dialog, posts } = await press('Mark sold', {
    'POST /car/sold': ({ body }: { body: unknown }) =>
      (body as { confirmed?: number }).confirmed === 1
        ? { data: null }
        : { statusCode: 400, message: 'Refused', data: { errors: { confirmed: 'Order R7 relies on this vehicle' } } },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Mark sold' }));
  await dialog.findByText('Order R7 relies on this vehicle');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Go on all the same' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Mark sold' }));
  await waitFor(() => expect(posts().at(-1)).toMatchObject({ path: '/car/sold', body: { id: 5, confirmed: 1 } }));
});

it('asks for the numbers of a copy, begins empty, and says what has to be filled in afterwards', async () => {
  const { dialog, posts } = await press('Copy');
  await dialog.findByText('After copying, insurance and basic data must be filled in');
  const boxes = ['Plate number', 'Frame number', 'Engine number'].map((name) => dialog.getByLabelText(name));
  expect(boxes.map((box) => (box as HTMLInputElement).value)).toEqual(['', '', '']);
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(dialog.getAllByRole('alert').filter(({ id }) => id.endsWith('-help'))).toHaveLength(3));
  expect(posts()).toEqual([]);
  for (const [index, box] of boxes.entries()) await userEvent.type(box, `N${index}`);
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  await waitFor(() =>
    expect(posts()).toMatchObject([{ path: '/car/copy', body: { id: 5, plate: 'N0', frameNo: 'N1', engineNo: 'N2' } }]),
  );
});

it('asks where a car goes, says that it goes offline and what is to be done after, and sends nothing without a store', async () => {
  const { dialog, posts } = await press('Dispatch (transfer)');
  await dialog.findByText(/offline automatically; price settings and going online must be redone/);
  await userEvent.click(dialog.getByRole('button', { name: 'Dispatch (transfer)' }));
  await waitFor(() => expect(dialog.getAllByRole('alert').filter(({ id }) => id.endsWith('-help'))).toHaveLength(1));
  expect(posts()).toEqual([]);
  await userEvent.click(dialog.getByRole('combobox', { name: 'Store' }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(STORES[1]!.storeName) }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dispatch (transfer)' }));
  await waitFor(() => expect(posts()).toMatchObject([{ path: '/car/dispatch', body: { id: 5, storeId: 2 } }]));
});

it('asks again where an order relies on the car that is to go elsewhere, and sends the store with the answer', async () => {
  const { dialog, posts } = await press('Dispatch (transfer)', {
    'POST /car/dispatch': ({ body }: { body: unknown }) =>
      (body as { confirmed?: number }).confirmed === 1
        ? { data: null }
        : { statusCode: 400, message: 'Refused', data: { errors: { confirmed: 'Order R7 relies on this vehicle' } } },
  });
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Store' }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(STORES[1]!.storeName) }));
  await userEvent.click(dialog.getByRole('button', { name: 'Dispatch (transfer)' }));
  const question = within((await screen.findByText('Order R7 relies on this vehicle')).closest('[role="dialog"]')!);
  expect(posts()).toHaveLength(1);
  await userEvent.click(question.getByRole('button', { name: 'Go on all the same' }));
  await waitFor(() =>
    expect(posts().at(-1)).toMatchObject({ path: '/car/dispatch', body: { id: 5, storeId: 2, confirmed: 1 } }),
  );
});

it('asks for both, whose a car is and who that is, beginning with what it is', async () => {
  const { dialog, posts } = await press('Change owner');
  expect(dialog.queryByText(/optional/)).toBeNull();
  const institution = await dialog.findByRole('combobox', { name: 'Owner' });
  await userEvent.clear(institution);
  await userEvent.click(dialog.getByRole('button', { name: 'Change owner' }));
  await waitFor(() => expect(dialog.getAllByRole('alert').filter(({ id }) => id.endsWith('-help'))).toHaveLength(1));
  expect(posts()).toEqual([]);
  await userEvent.click(institution);
  await userEvent.click(await screen.findByRole('option', { name: 'Andaman' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Change owner' }));
  await waitFor(() =>
    expect(posts()).toMatchObject([{ path: '/car/changeowner', body: { id: 5, ownerType: 2, institutionId: 8 } }]),
  );
});

it('says what is planned with a car before it is sold, each with a link', async () => {
  const page = (total: number) => ({ data: { list: [], total, pageNo: 1, pageSize: 1, totalPage: 1 } });
  const { dialog } = await press(
    'Mark sold',
    {
      'GET /order/list': () => page(2),
      'GET /car/violation/list': () => page(0),
    },
    ['car-list', 'car-disable', 'order-list', 'car-violation'],
  );
  const link = await dialog.findByRole('link', { name: 'Open orders of this vehicle' });
  expect(link.closest('li')!.textContent).toContain('2');
  expect(decodeURIComponent(link.getAttribute('href')!)).toContain('"carId":5');
  expect(dialog.queryByText('Pending violations')).toBeNull();
});
