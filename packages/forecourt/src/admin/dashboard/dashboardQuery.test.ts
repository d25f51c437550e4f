import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { dashboardQuery } from './dashboardQuery.ts';
import type { DashboardAnswer } from './types.ts';

const DESK = '/desk';
const page = (...keys: string[]): DashboardAnswer => ({
  key: 'desk',
  zone: 'Asia/Bangkok',
  refreshSeconds: 60,
  greeting: false,
  resources: ['book'],
  sections: keys.map((key) => ({ key, widgets: [] })),
});
const FIRST: DashboardAnswer = { ...page('links', 'figures'), further: true };

type Query = Readonly<Record<string, string>>;

/** A client that keeps answers, and a server that gives them; what was asked for. */
function setUp(answer: (query: Query) => Promise<DashboardAnswer>) {
  const client = new QueryClient();
  const asked: Query[] = [];
  const provider: Pick<AdminDataProvider, 'call'> = {
    call: async <T>(_method: string, _path: string, query?: object) => {
      asked.push(query as Query);
      return { data: (await answer(query as Query)) as T, message: '' };
    },
  };
  const query = (parameters: Query) => dashboardQuery(provider, DESK, parameters);
  return { client, asked, query };
}

it('of a page of which nothing is known the first figures are there while the rest is worked out; then it is whole, and is asked for whole', async () => {
  let answerRest!: (answer: DashboardAnswer) => void;
  const rest = new Promise<DashboardAnswer>((resolve) => (answerRest = resolve));
  const { client, asked, query } = setUp(async ({ part }) =>
    part === 'first' ? FIRST : part === 'rest' ? rest : page('all'),
  );
  const whole = client.fetchQuery(query({}));
  await vi.waitFor(() => expect(client.getQueryData(['dashboard', DESK, {}])).toEqual(FIRST));
  answerRest(page('charts'));
  expect(await whole).toEqual(page('links', 'figures', 'charts'));
  expect(asked).toEqual([{ part: 'first' }, { part: 'rest' }]);

  expect(await client.fetchQuery(query({}))).toEqual(page('all'));
  // Of another period the page as it stands is shown until it comes: nothing of it would be seen sooner.
  expect(await client.fetchQuery(query({ period: 'today' }))).toEqual(page('all'));
  expect(asked.slice(2)).toEqual([{}, { period: 'today' }]);
});

it('a page of one part is asked for once', async () => {
  const { client, asked, query } = setUp(async () => page('figures'));
  expect(await client.fetchQuery(query({ storeId: '3' }))).toEqual(page('figures'));
  expect(asked).toEqual([{ storeId: '3', part: 'first' }]);
});

it('where the rest is refused, the first figures stay, and the page is asked for whole when it is tried again', async () => {
  const { client, asked, query } = setUp(async ({ part }) => {
    if (part === 'rest') throw new Error('busy');
    return part === 'first' ? FIRST : page('all');
  });
  await expect(client.fetchQuery(query({}))).rejects.toThrow('busy');
  expect(client.getQueryData(['dashboard', DESK, {}])).toEqual(FIRST);
  expect(await client.fetchQuery(query({}))).toEqual(page('all'));
  expect(asked).toEqual([{ part: 'first' }, { part: 'rest' }, {}]);
});
