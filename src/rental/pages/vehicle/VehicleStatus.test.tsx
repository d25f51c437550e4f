// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Vehicle } from '../../../../schemas/types.generated.ts';
import { strictConsole } from 'forecourt/testing';
import { fieldOf } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import VehicleStatus from './VehicleStatus.tsx';

strictConsole();

it.each<[Pick<Vehicle, 'inShop' | 'inStorage' | 'ready'>, string[]]>([
  [{ inShop: 0, inStorage: 0, ready: null }, ['Available']],
  [{ inShop: 0, inStorage: 0, ready: 1 }, ['Available']],
  [{ inShop: 0, inStorage: 0, ready: 0 }, ['Available', 'To be washed']],
  [{ inShop: 1, inStorage: 0, ready: 1 }, ['Available', 'In shop']],
  [{ inShop: 0, inStorage: 1, ready: 1 }, ['Available', 'In storage']],
])('marks a car that stands somewhere else than on the lot: %j', async (record, words) => {
  const { container } = await renderDesk((model) => (
    <VehicleStatus
      field={{ ...fieldOf(model.entity, 'status'), codes: 'vehicleStatus' }}
      value={1}
      record={record}
      resource="vehicle"
    />
  ));
  await screen.findByText('Available');
  expect([...container.querySelectorAll('[data-tone]')].map((chip) => chip.textContent)).toEqual(words);
});

it('says of no car that is out that it has to be washed', async () => {
  await renderDesk((model) => (
    <VehicleStatus
      field={{ ...fieldOf(model.entity, 'status'), codes: 'vehicleStatus' }}
      value={2}
      record={{ inShop: 0, inStorage: 0, ready: 0 }}
      resource="vehicle"
    />
  ));
  await screen.findByText('Rented');
  expect(screen.queryByText('To be washed')).toBeNull();
});
