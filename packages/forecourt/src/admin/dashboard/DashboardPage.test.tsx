import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { followQueries } from '../live/queries.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { preferenceKey } from '../views/usePreference.ts';
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

const tile = (key: string) => ({
  key,
  kind: 'number' as const,
  figures: [{ key, format: 'integer' as const, total: 7 }],
  groups: [],
  more: 0,
});
const arrangeable: DashboardAnswer = {
  ...answer,
  sections: [
    { key: 'now', widgets: [tile('late'), tile('due'), tile('free')] },
    { key: 'later', widgets: [tile('soon')] },
  ],
};
const tiles = () => [...document.querySelectorAll('[data-widget]')].map((one) => one.getAttribute('data-widget'));

it('tiles and sections are put in order by keys or dragging, hidden and shown again; the next visit finds them so', async () => {
  const { store } = await renderAdmin(<DashboardPage path={DESK} titleOf={() => undefined} />, {
    answers: { [`GET ${DESK}`]: () => ({ data: arrangeable }) },
  });
  await waitFor(() => expect(tiles()).toEqual(['late', 'due', 'free', 'soon']));
  await userEvent.click(screen.getByRole('button', { name: 'admin.dashboard.arrange' }));
  const box = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  const handles = () => box.getAllByRole('button', { name: 'admin.columns.move' });
  expect(box.getByRole('button', { name: 'ra.action.reset' })).toHaveProperty('disabled', true);

  // The section, its three tiles, the other section; its only tile has no other place.
  expect(handles()).toHaveLength(5);
  handles()[1]!.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(tiles()).toEqual(['due', 'late', 'free', 'soon']);
  expect(document.activeElement?.closest('li')!.textContent).toContain('Late');
  fireEvent.dragStart(handles()[3]!, { dataTransfer: { setData: () => undefined } });
  fireEvent.dragOver(box.getByText('Due').closest('li')!, { dataTransfer: {} });
  expect(tiles()).toEqual(['free', 'due', 'late', 'soon']);
  handles()[4]!.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(tiles()).toEqual(['soon', 'free', 'due', 'late']);
  await userEvent.click(box.getByRole('switch', { name: 'Due' }));
  expect(tiles()).toEqual(['soon', 'free', 'late']);
  expect(store.getItem(preferenceKey(1, 'dashboards.desk', 'tiles'))).toEqual({
    order: ['now/free', 'now/due', 'now/late', 'later', 'now'],
    hidden: ['now/due'],
  });

  await userEvent.click(box.getByRole('switch', { name: 'Now' }));
  await userEvent.click(box.getByRole('switch', { name: 'Later' }));
  expect(tiles()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'admin.dashboard.showAll' }));
  expect(tiles()).toEqual(['late', 'due', 'free', 'soon']);
});

it('a page whose sections were moved shows none of them before all are there', async () => {
  let answerRest!: () => void;
  const rest = new Promise<void>((resolve) => (answerRest = resolve));
  const [now, later] = arrangeable.sections;
  await renderAdmin(<DashboardPage path={DESK} titleOf={() => undefined} />, {
    kept: { [preferenceKey(1, 'dashboards.desk', 'tiles')]: { order: ['later', 'now'], hidden: [] } },
    answers: {
      [`GET ${DESK}`]: ({ query }) =>
        query['part'] === 'first'
          ? { data: { ...answer, sections: [now], further: true } }
          : rest.then(() => ({ data: { ...answer, sections: [later] } })),
    },
  });
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeTruthy());
  expect(tiles()).toEqual([]);
  answerRest();
  await waitFor(() => expect(tiles()).toEqual(['soon', 'late', 'due', 'free']));
});
