// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk, type Desk } from '../booking/testing/renderDesk.tsx';
import VehicleSituation from './VehicleSituation.tsx';

strictConsole();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-02T12:00:00+07:00') }));
afterEach(() => void vi.useRealTimers());

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

async function open(orders: readonly object[], over: Desk = {}, record: object = {}) {
  const group = { key: 'now', fields: [] };
  return renderDesk((model) => <VehicleSituation model={model} group={group} record={{ id: 5, ...record }} />, {
    answers: {
      'GET /basics/file/url': () => ({ data: { 'front.jpg': '/files/front.jpg' } }),
      'GET /order/list': () => ({
        data: { list: orders, total: orders.length, pageNo: 1, pageSize: 10, totalPage: 1 },
      }),
    },
    ...over,
  });
}

it('names who has the car and until when, and who fetches it next', async () => {
  const { calls } = await open([trip(7, 2, 'May'), trip(8, 1, 'Somchai'), trip(9, 1, 'Later')]);
  expect((await screen.findAllByRole('link', { name: 'May' }))[0]!.getAttribute('href')).toMatch(/\/order\/detail\/7$/);
  expect(screen.getAllByRole('link', { name: 'Somchai' })[0]!.getAttribute('href')).toMatch(/\/order\/detail\/8$/);
  // In the strip only.
  expect(screen.getByText('Later').dataset['bar']).toBe('waiting');
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

it('draws its orders of the next 14 days, each leading to the order, and leaves out later ones', async () => {
  const later = {
    ...trip(9, 1, 'Later'),
    plannedPickupTime: '2027-04-01 10:00:00',
    plannedReturnTime: '2027-04-02 10:00:00',
  };
  await open([trip(7, 2, 'May'), { ...trip(8, 1, 'Somchai'), plannedPickupTime: '2027-03-09 12:00:00', plannedReturnTime: '2027-03-16 12:00:00' }, later]); // prettier-ignore
  const strip = within(await screen.findByRole('region', { name: 'Next 14 days' }));
  const bars = strip.getAllByRole('link');
  expect(bars.map((bar) => [bar.dataset['bar'], bar.getAttribute('href')])).toEqual([
    ['active', '#/order/detail/7'],
    ['waiting', '#/order/detail/8'],
  ]);
  expect(bars[1]!.getAttribute('aria-label')).toBe('Somchai · 03-09 12:00 – 03-16 12:00');
});

it('shows the first picture of the car', async () => {
  await open([], {}, { plate: 'AA 5', images: ['front.jpg', 'back.jpg'] });
  expect((await screen.findByRole('img', { name: 'AA 5' })).getAttribute('src')).toContain('front.jpg');
});
