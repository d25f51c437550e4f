// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import store from '../../../../schemas/store.json';
import { loadMaps, ResourceForm, strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';

strictConsole();
beforeAll(loadMaps);

const ROW = {
  ...{
    id: 7,
    storeName: 'Patong',
    operatorName: 'May',
    phone: '0812345678',
    cityId: 1,
    cityName: 'Phuket',
    address: 'Beach 1',
  },
  ...{ size: 100, status: 1, is24h: 0, nightHours: null, nightPickupFee: 0, nightReturnFee: 0, fee: 0 },
  ...{
    minAdvance: { value: 1, unit: 'hour' },
    maxAdvance: { value: 180, unit: 'day' },
    advanceTime: { value: 1, unit: 'hour' },
  },
  serviceTime: { start: '08:00', end: '20:00' },
  serviceArea: {
    type: 'Polygon',
    coordinates: [
      [
        [98.1, 7.8],
        [98.5, 7.8],
        [98.5, 8.2],
        [98.1, 7.8],
      ],
    ],
  },
  updateTime: '2027-01-01 10:00:00',
};

it('says of business hours that end before they begin that they are no range, and sends nothing', async () => {
  const { calls } = await renderDesk(() => <ResourceForm resource="store" id={7} />, {
    schemas: { store: store as EntitySchema },
    answers: {
      'GET /basics/store/info/7': () => ({ data: { ...ROW, businessHours: { start: '18:00', end: '09:00' } } }),
    },
  });
  const name = await screen.findByDisplayValue('Patong');
  await userEvent.type(name, 's');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Invalid business hours range')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});
