import { act, screen, waitFor } from '@testing-library/react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { followQueries } from '../live/queries.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import DashboardPage from './DashboardPage.tsx';
import type { DashboardAnswer } from './types.ts';

strictConsole();

const DESK = '/desk';
const answer: DashboardAnswer = {
  key: 'desk',
  zone: 'Asia/Bangkok',
  refreshSeconds: 3_600,
  greeting: false,
  resources: ['book', 'shop'],
  sections: [],
};
const told = (resource: string) => ({ lost: false, changes: [{ resource, ids: [7] }] });

it('a page of figures is asked for again when a resource that its answer names is changed, and for no other', async () => {
  let client!: QueryClient;
  const Beside = () => {
    client = useQueryClient();
    return null;
  };
  const { calls } = await renderAdmin(
    <>
      <DashboardPage path={DESK} titleOf={() => undefined} />
      <Beside />
    </>,
    { answers: { [`GET ${DESK}`]: () => ({ data: answer }) } },
  );
  await screen.findByText('admin.dashboard.nothing');
  const asked = () => calls.filter(({ path }) => path === DESK).length;
  const isOld = () => client.getQueryCache().find({ queryKey: ['dashboard', DESK], exact: false })!.state.isInvalidated;
  const { heard, stop } = followQueries(client, { isTyping: () => false, random: () => 0 });
  expect(asked()).toBe(1);

  act(() => heard(told('note')));
  expect(isOld()).toBe(false);
  act(() => heard(told('shop')));
  expect(isOld()).toBe(true);
  await waitFor(() => expect(asked()).toBe(2));
  await waitFor(() => expect(isOld()).toBe(false));
  stop();
});

it('the first figures stay where the rest is refused; nothing is said to be on its way, and the page is whole when it is tried again', async () => {
  const section = (key: string) => ({
    key,
    widgets: [
      { key, kind: 'number' as const, figures: [{ key, format: 'integer' as const, total: 7 }], groups: [], more: 0 },
    ],
  });
  await renderAdmin(<DashboardPage path={DESK} titleOf={() => undefined} />, {
    answers: {
      [`GET ${DESK}`]: ({ query }) =>
        query['part'] === 'first'
          ? { data: { ...answer, sections: [section('early')], further: true } }
          : query['part'] === 'rest'
            ? { statusCode: 503, message: 'Busy' }
            : { data: { ...answer, sections: [section('early'), section('late')] } },
    },
  });
  const figures = () => [...document.querySelectorAll('[data-widget]')].map((one) => one.getAttribute('data-widget'));
  await screen.findByText('Busy');
  expect(figures()).toEqual(['early']);
  expect(document.querySelector('.MuiSkeleton-root')).toBeNull();
  screen.getByRole('button', { name: /retry|again/i }).click();
  await waitFor(() => expect(figures()).toEqual(['early', 'late']));
  expect(screen.queryByText('Busy')).toBeNull();
});
