// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import maintenanceReminder from '../../../../schemas/maintenanceReminder.json';
import vehicle from '../../../../schemas/vehicle.json';
import { ResourceList, registerComponents } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import ExpiryAlert from './ExpiryAlert.tsx';

strictConsole();

const due = (mileage: number, alert: string, remaining: number) => ({
  ...{
    id: 5,
    carId: 5,
    carName: 'AA 5',
    plate: 'AA 5',
    subModelName: 'Toyota Yaris',
    storeId: 1,
    storeName: 'Phuket',
    status: 1,
  },
  ...{ mileage, alert, remaining, nextMileage: 40_000, maintenanceCycle: 10_000, nextMaintenanceMileage: 40_000 },
});

it('a higher mileage is entered in the row of its reminder, and the kilometres that are left follow', async () => {
  let car = due(38_000, 'normal', 2000);
  registerComponents({ eager: { ExpiryAlert } });
  const { sent } = await renderDesk(() => <ResourceList resource="maintenanceReminder" />, {
    schemas: { maintenanceReminder: maintenanceReminder as EntitySchema, vehicle: vehicle as unknown as EntitySchema },
    answers: {
      'GET /car/maintenance/list': () => ({ data: { list: [car], total: 1 } }),
      'GET /car/maintenance/info/5': () => ({ data: car }),
      'POST /car/maintenance/savemileage': () => {
        car = due(39_500, 'dueSoon', 500);
        return { data: null };
      },
    },
  });
  await screen.findByText('2,000');
  const row = within(screen.getByText('AA 5').closest('tr')!);
  const name = 'Edit mileage';
  const beside = row.queryByRole('button', { name });
  if (!beside) await userEvent.click(row.getByRole('button', { name: 'More actions' }));
  await userEvent.click(beside ?? (await screen.findByRole('menuitem', { name })));
  const dialog = within(await screen.findByRole('dialog'));
  const mileage = await dialog.findByLabelText(/^Mileage/);
  await userEvent.clear(mileage);
  await userEvent.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(dialog.getAllByRole('alert').length).toBeGreaterThan(0));
  expect(sent('/car/maintenance/savemileage')).toEqual([]);
  await userEvent.type(mileage, '39500');
  await userEvent.click(dialog.getByRole('button', { name }));
  await screen.findByText('39,500');
  expect(sent('/car/maintenance/savemileage')).toEqual([expect.objectContaining({ carId: 5, mileage: 39_500 })]);
  expect(screen.getByText('500')).toBeTruthy();
});
