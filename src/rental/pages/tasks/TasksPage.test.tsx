import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { strictConsole } from '../../../framework/admin/testing/strictConsole.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import TasksPage from './TasksPage.tsx';

strictConsole();
afterEach(() => void vi.useRealTimers());

const order = (id: number, status: number, actualPickupTime: string) => ({
  id,
  orderNo: `R${id}`,
  status,
  actions: [],
  pickupType: 0,
  pickupStoreName: 'Patong',
  plannedPickupTime: '2027-03-01 12:00:00',
  actualPickupTime,
  subModelName: 'Toyota Yaris',
  plate: 'AA 11',
  renterName: 'May',
  renterCountryCode: '+86',
  renterPhone: '138****0000',
  payStatus: 1,
});
const ORDERS = [
  order(1, 1, ''),
  order(2, 2, '2027-03-01 08:55:00'),
  order(3, 3, '2027-03-01 07:10:00'),
  order(4, 3, '2027-02-28 23:10:00'),
];

it('whoever brings cars out has the tasks to do and those of today that are done, each with how far it is', async () => {
  // 10:30 in Thailand.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 1, 3, 30) });
  const { calls } = await renderDesk(() => <TasksPage />, {
    answers: {
      'GET /admin/user/info': () => ({
        data: {
          id: 5,
          username: 'nok',
          name: 'Nok',
          roles: [{ id: 1, name: 'R' }],
          permission: [{ path: 'index' }],
          taskType: 1,
        },
      }),
      'GET /order/list': ({ query }) => {
        const list = ORDERS.filter(({ status }) => query['status']!.split(',').includes(String(status)));
        return { data: { list, total: list.length, pageNo: 1, pageSize: 100, totalPage: 1 } };
      },
    },
  });
  await screen.findByText('R1');
  const tasks = screen.getAllByRole('region').map((day) => [
    day.getAttribute('aria-label'),
    within(day)
      .getAllByRole('listitem')
      .map((card) => [within(card).getByRole('link').textContent, card.querySelector('[data-tone]')?.textContent]),
  ]);
  expect(tasks).toEqual([
    ['Today', [['R1', 'Reviewed']]],
    [
      'Done today',
      [
        ['R3', 'Returned'],
        ['R2', 'Picked up'],
      ],
    ],
  ]);
  expect(calls.filter(({ path }) => path === '/order/list').map(({ query }) => query['status'])).toEqual(['1', '2,3']);
});
