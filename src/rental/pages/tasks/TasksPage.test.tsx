import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { strictConsole } from 'forecourt/testing';
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
    ['Today', [['R1', 'Awaiting pickup']]],
    [
      'Done today',
      [
        ['R3', 'Returned'],
        ['R2', 'In use'],
      ],
    ],
  ]);
  expect(calls.filter(({ path }) => path === '/order/list').map(({ query }) => query['status'])).toEqual(['1', '2,3']);
});

it('a day full of tasks begins with those in sight, and then has all of them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 1, 3, 30) });
  const many = Array.from({ length: 70 }, (_, at) => order(100 + at, 2, '2027-03-01 08:55:00'));
  const counts: number[] = [];
  const watch = new MutationObserver(() => {
    const count = document.querySelectorAll('section[aria-label] li').length;
    if (count > 0 && count !== counts.at(-1)) counts.push(count);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await renderDesk(() => <TasksPage />, {
    answers: {
      'GET /order/list': ({ query }) => {
        const list = query['sortField'] === 'actualPickupTime' ? many : [];
        return { data: { list, total: list.length, pageNo: 1, pageSize: 100, totalPage: 1 } };
      },
    },
  });
  await waitFor(() => expect(counts.at(-1)).toBe(70));
  watch.disconnect();
  expect(counts[0]).toBe(24);
  const section = screen.getByRole('region', { name: /done/i });
  expect(within(section).getByRole('heading', { level: 2 }).textContent).toContain('70');
});

it('what is due later than the tasks shown is named below them, above what is done: they begin as high as without it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 1, 3, 30) });
  await renderDesk(() => <TasksPage />, {
    answers: {
      'GET /order/list': ({ query }) => {
        const list = ORDERS.filter(({ status }) => query['status']!.split(',').includes(String(status)));
        return { data: { list, total: list.length + 7, pageNo: 1, pageSize: 100, totalPage: 1 } };
      },
    },
  });
  const waiting = await screen.findByRole('link', { name: 'R1' });
  const note = screen.getByText(/^14 more that are due later/);
  const done = screen.getByRole('region', { name: 'Done today' });
  for (const [above, below] of [
    [waiting, note],
    [note, done],
  ] as const)
    expect(above.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('leads to the preparation of cars, keys and papers', async () => {
  await renderDesk(() => <TasksPage />, {
    answers: {
      'GET /order/list': () => ({ data: { list: [], total: 0, pageNo: 1, pageSize: 100, totalPage: 1 } }),
    },
  });
  const link = await screen.findByRole('link', { name: 'Preparation' });
  expect(link.getAttribute('href')).toContain('/preparation');
});
