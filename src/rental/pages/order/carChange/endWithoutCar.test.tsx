import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { open, retype } from '../dialogs/testing/openDialog.tsx';
import { RETURNED } from '../testing/returnedOrder.ts';
import EndWithoutCarDialog from './EndWithoutCarDialog.tsx';

strictConsole();

const OUT = {
  ...RETURNED,
  ...{ id: 7, status: 2, carId: 10, plate: 'A 0', actualPickupTime: '2026-01-01 10:00:00', timeZone: 'Asia/Bangkok' },
};

it('asks why nobody can read the car, and sends where it goes, never free, and no reading', async () => {
  const dialog = await open(EndWithoutCarDialog, 'endwithoutcar', {
    answers: {
      'GET /order/info/7': () => ({ data: OUT }),
      'POST /order/endwithoutcar': () => ({ data: { total: 0, due: 0, held: 0, workOrderId: null, warnings: [] } }),
    },
    record: { status: 2 } as never,
  });
  await screen.findByLabelText(/^Why it cannot be read/);
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['shop', 'totalLoss']);
  await dialog.press();
  expect((await screen.findAllByText('Required')).length).toBe(1);
  expect(dialog.sent()).toEqual([]);
  await retype(/^Why it cannot be read/, 'burnt out');
  await dialog.press();
  await waitFor(() =>
    expect(dialog.sent()).toMatchObject([{ id: 7, carId: 10, unread: 'burnt out', fate: 'totalLoss' }]),
  );
  expect(dialog.sent()[0]).not.toHaveProperty('mileage');
});
