import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type Call, type Reply, strictConsole } from 'forecourt/testing';
import AssignCarDialog from './AssignCarDialog.tsx';
import AssignStaffDialog from './AssignStaffDialog.tsx';
import { choose, done, open } from './testing/openDialog.tsx';

strictConsole();

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
    { id: 13, plate: 'C 3', subModelId: 3, subModelName: 'Yaris', mileage: 30, etc: 0 },
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

  it('is taken back from its message: the car of before, as long as nobody has changed the order since', async () => {
    const updateTime = '2027-02-01 10:00:00';
    const dialog = await open(AssignCarDialog, 'assigncar', {
      answers: { ...answers, 'GET /order/info/7': () => ({ data: { id: 7, updateTime } }) },
    });
    await userEvent.click(await screen.findByRole('radio', { name: /A 1/ }));
    await dialog.press();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() => expect(dialog.sent().at(-1)).toEqual({ id: 7, carId: null, updateTime }));
    expect(dialog.sent()).toHaveLength(2);
  });

  it('has the only free car of the booked model chosen already', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', {
      answers: { ...answers, 'GET /order/availablecars': () => ({ data: cars.slice(0, 2) }) },
    });
    const only = await screen.findByRole<HTMLInputElement>('radio', { name: /A 1/ });
    await waitFor(() => expect(only.checked).toBe(true));
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, carId: 11 }]));
  });

  const out = { id: 21, orderNo: 'R9', renterName: 'WANG LI', returnTime: '2027-02-28 16:00:00', late: 88 };

  it('says who has a car of the model, and does not let it be chosen', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', {
      answers: {
        ...answers,
        'GET /order/availablecars': () => ({
          data: [
            { ...cars[0]!, free: 0, out },
            { ...cars[1]!, free: 1 },
            { ...cars[2]!, free: 1 },
          ],
        }),
      },
    });
    expect(await screen.findByText(/^WANG LI has it, due back .+ 16:00, 1 h 28 min late$/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /A 1/ }).disabled).toBe(true);
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, carId: 13 }]));
  });

  it('offers free cars in place of the own one that is out, taken with a click', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', {
      record: { carId: 11 as never, plate: 'A 1' },
      answers: {
        ...answers,
        'GET /order/availablecars': () => ({
          data: [
            { ...cars[0]!, free: 0, out: { ...out, late: 0 } },
            { ...cars[2]!, free: 1 },
          ],
        }),
      },
    });
    expect(await screen.findByText(/^A 1: WANG LI has it, back .+ 16:00/)).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'R9' })).getAttribute('href')).toContain('/order/21');
    await userEvent.click(screen.getByRole('button', { name: 'Take C 3' }));
    await dialog.press();
    await waitFor(() => expect(dialog.sent()).toEqual([{ id: 7, carId: 13 }]));
  });

  it('sends nothing when it is left', async () => {
    const dialog = await open(AssignCarDialog, 'assigncar', { answers });
    await userEvent.click(await screen.findByRole('radio', { name: /A 1/ }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(dialog.onClose).toHaveBeenCalledOnce();
    expect(dialog.sent()).toEqual([]);
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
