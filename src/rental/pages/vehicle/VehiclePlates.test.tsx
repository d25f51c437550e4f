// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import VehiclePlates from './VehiclePlates.tsx';

strictConsole();

const plate = (id: number, text: string, validFrom: string, validUntil: string) => ({
  ...{ id, plate: text, validFrom, validUntil },
  reason: 'white plate',
  operator: 'Wichai',
});

it('lists the plates of a car with their times, the one of today first', async () => {
  const record = {
    ...{ id: 5, plate: 'C 3', plateFrom: '2027-02-01 10:00:00' },
    plates: [plate(1, 'A 1', '', '2027-01-01 10:00:00'), plate(2, 'B 2', '2027-01-01 10:00:00', '2027-02-01 10:00:00')],
  };
  await renderDesk((model) => <VehiclePlates model={model} group={{ key: 'plates', fields: [] }} record={record} />);
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows.map((text) => text.slice(0, 3))).toEqual(['C 3', 'B 2', 'A 1']);
  expect(rows[0]).toMatch(/2027-02-01 10:00.* – today/);
  expect(rows[1]).toMatch(/2027-01-01 10:00.* – 2027-02-01 10:00.* · white plate · Wichai/);
  expect(rows[2]).toMatch(/ever since – 2027-01-01 10:00/);
});
