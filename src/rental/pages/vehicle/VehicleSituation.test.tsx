// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk, type Desk } from '../booking/testing/renderDesk.tsx';
import VehicleSituation from './VehicleSituation.tsx';

strictConsole();

const trip = (id: number, status: number, renterName: string) => ({
  id,
  status,
  renterName,
  detailLabel: status === 2 ? 'inUse' : 'pendingPickup',
  plannedPickupTime: '2027-03-01 10:00:00',
  plannedReturnTime: '2027-03-04 14:00:00',
  pickupStoreName: 'Patong',
  returnStoreName: 'Phuket Airport',
});

async function open(orders: readonly object[], over: Desk = {}) {
  const group = { key: 'now', fields: [] };
  return renderDesk((model) => <VehicleSituation model={model} group={group} record={{ id: 5 }} />, {
    answers: {
      'GET /order/list': () => ({
        data: { list: orders, total: orders.length, pageNo: 1, pageSize: 10, totalPage: 1 },
      }),
    },
    ...over,
  });
}

it('names who has the car and until when, and who fetches it next', async () => {
  const { calls } = await open([trip(7, 2, 'May'), trip(8, 1, 'Somchai'), trip(9, 1, 'Later')]);
  expect((await screen.findByRole('link', { name: 'May' })).getAttribute('href')).toMatch(/\/order\/detail\/7$/);
  expect(screen.getByRole('link', { name: 'Somchai' }).getAttribute('href')).toMatch(/\/order\/detail\/8$/);
  expect(screen.queryByText('Later')).toBeNull();
  expect(screen.getByText(/2027-03-04/).textContent).toContain('14:00');
  const { query } = calls.find(({ path }) => path === '/order/list')!;
  expect(query).toMatchObject({ carId: '5', status: '2,1' });
});

it('says that nobody waits for a car, and asks for no orders in the name of who may not see them', async () => {
  const { unmount } = await open([]);
  await screen.findByText('No booking ahead');
  unmount();
  const { calls } = await open([], { permissions: ['car-list'] });
  expect(calls.some(({ path }) => path === '/order/list')).toBe(false);
  expect(screen.queryByText('No booking ahead')).toBeNull();
});
