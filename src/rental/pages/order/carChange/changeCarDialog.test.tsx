import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Call, type Reply, strictConsole } from 'forecourt/testing';
import { open, retype } from '../dialogs/testing/openDialog.tsx';
import { RETURNED } from '../testing/returnedOrder.ts';
import ChangeCarDialog from './ChangeCarDialog.tsx';

strictConsole();

const PART = {
  ...{ carId: 10, plate: 'A 0', modelName: 'Yaris', since: '2026-01-01 10:00:00', until: '', mileageOut: 10_000 },
  ...{ mileageIn: null, oilOut: 8, oilIn: null, distance: null, reason: null, fate: null, remark: '', unread: '' },
};
const OUT = {
  ...RETURNED,
  ...{ id: 7, status: 2, carId: 10, plate: 'A 0', subModelId: 3, pickupStoreId: 1, pickupStoreName: 'Phuket Airport' },
  ...{ returnStoreId: 2, returnStoreName: 'Patong', actualPickupTime: '2026-01-01 10:00:00', carSince: '' },
  ...{ plannedReturnTime: '2027-03-09 10:00:00', updateTime: 'v1', timeZone: 'Asia/Bangkok', cars: [PART] },
};
const CARS = [
  { id: 12, plate: 'B 2', subModelId: 4, subModelName: 'Camry', mileage: 20_000, etc: 0 },
  { id: 11, plate: 'A 1', subModelId: 3, subModelName: 'Yaris', mileage: 10_000, etc: 0 },
];
const QUOTE = { difference: 2600, total: 10_420, errors: [], warnings: [] };
const done = { difference: 0, total: 0, due: 0, workOrderId: null, warnings: [] as object[] };

async function show(reply: Reply = { data: done }) {
  const free = vi.fn((_call: Call): Reply => ({ data: CARS }));
  const dialog = await open(ChangeCarDialog, 'changecar', {
    answers: {
      'GET /order/info/7': () => ({ data: OUT }),
      'GET /order/availablecars': free,
      'POST /order/changecarquote': () => ({ data: QUOTE }),
      'POST /order/changecar': () => reply,
    },
    record: { status: 2 } as never,
  });
  await screen.findByRole('radio', { name: /A 1/ });
  const sent = () => dialog.sent().filter((body) => 'oldCarId' in (body as object));
  return { ...dialog, free, sent };
}
const fuel = (name: string, eighths: string) =>
  userEvent.click(within(screen.getByRole('radiogroup', { name })).getByLabelText(eighths));
const readOld = async () => {
  await retype(/^Mileage \(km\)/, '10180');
  await fuel('Fuel level', '5/8');
};
const readNew = async (car: RegExp, mileage: string) => {
  await userEvent.click(screen.getByRole('radio', { name: car }));
  await retype(/^Mileage of the new car/, mileage);
  await fuel('Fuel level of the new car', '8/8');
};

it('asks for both cars and sends them, free cars of the booked model first', async () => {
  const dialog = await show();
  expect(dialog.free.mock.calls[0]![0].query).toMatchObject({ storeId: '1', returnStoreId: '2', excludeOrderId: '7' });
  const choices = screen.getAllByRole('radio', { name: /Yaris|Camry/ });
  expect(choices.map((one) => (one as HTMLInputElement).value)).toEqual(['11', '12']);
  await dialog.press();
  expect((await screen.findAllByText('Required')).length).toBeGreaterThanOrEqual(5);
  expect(dialog.sent()).toEqual([]);
  await readOld();
  await readNew(/A 1/, '10020');
  await dialog.press();
  await waitFor(() =>
    expect(dialog.sent()).toEqual([
      expect.objectContaining({
        ...{ id: 7, oldCarId: 10, carId: 11, storeId: 1, reason: 'breakdown', fate: 'shop', price: 'kept' },
        ...{ mileage: 10_180, oil: 5, newMileage: 10_020, newOil: 8, updateTime: 'v1' },
      }),
    ]),
  );
  expect(dialog.sent()[0]).not.toHaveProperty('unread');
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
});

it('asks why a car cannot be read in place of its readings', async () => {
  const dialog = await show();
  await userEvent.click(screen.getByLabelText('Mileage and fuel cannot be read'));
  expect(screen.queryByLabelText(/^Mileage \(km\)/)).toBeNull();
  await readNew(/A 1/, '10020');
  await dialog.press();
  expect(await screen.findAllByText('Required')).toHaveLength(1);
  await userEvent.type(screen.getByLabelText(/^Why it cannot be read/), 'burnt out');
  await userEvent.click(screen.getByRole('radio', { name: 'Total loss' }));
  expect(screen.getByText(/leaves the fleet for good/)).toBeTruthy();
  await dialog.press();
  await waitFor(() => expect(dialog.sent()).toHaveLength(1));
  expect(dialog.sent()[0]).toMatchObject({ unread: 'burnt out', fate: 'totalLoss' });
  expect(dialog.sent()[0]).not.toHaveProperty('mileage');
});

it('asks for words with another model and with a new price, and shows the difference', async () => {
  const dialog = await show();
  await readOld();
  await readNew(/B 2/, '20010');
  expect(await screen.findByText('+THB 2,600.00')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'New price from now on' }));
  await dialog.press();
  expect(await screen.findByText('The vehicle is of another model than booked. Say why in a remark')).toBeTruthy();
  expect(await screen.findByText('Required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Remark/), 'none left');
  await userEvent.type(screen.getByLabelText(/^Reason for the new price/), 'wished for');
  await dialog.press();
  await waitFor(() => expect(dialog.sent()).toHaveLength(1));
  expect(dialog.sent()[0]).toMatchObject({ carId: 12, remark: 'none left', price: 'new', priceReason: 'wished for' });
});

it('has an odometer far ahead confirmed', async () => {
  const dialog = await show();
  await readOld();
  await readNew(/A 1/, '100200');
  await dialog.press();
  expect(await screen.findByText(/check the odometer/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('The odometer does read 100,200 km'));
  await dialog.press();
  await waitFor(() => expect(dialog.sent()).toHaveLength(1));
  expect(dialog.sent()[0]).toMatchObject({ newMileage: 100_200, newMileageConfirmed: 1 });
});

it('says at the new car why it is refused, and afterwards what is to be known', async () => {
  const errors = { carId: 'The vehicle is booked: order R1' };
  const refused = await show({ statusCode: 400, message: 'Operation failed', data: { errors } });
  await readOld();
  await readNew(/A 1/, '10020');
  await refused.press();
  expect(await screen.findByText('The vehicle is booked: order R1')).toBeTruthy();
  expect(refused.onClose).not.toHaveBeenCalled();
});

it('tells who has no car since', async () => {
  const warnings = [{ code: 'order.warning.carMissing', message: 'Order R2 has no vehicle left', field: null }];
  const dialog = await show({ data: { ...done, warnings } });
  await readOld();
  await readNew(/A 1/, '10020');
  await dialog.press();
  expect(await screen.findByText('Order R2 has no vehicle left')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog.onClose).toHaveBeenCalledOnce();
});
