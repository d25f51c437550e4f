import { useState } from 'react';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { strictConsole } from '../testing/strictConsole.ts';
import { followWindow, PageQueries, useHoldPage, usePageRefresh } from './PageQueries.tsx';
import { createPageVisibility } from './pageState.ts';

strictConsole();

/** An action whose dialog is not there yet. */
function UnderWay() {
  useHoldPage();
  return null;
}

function Rows({ name, ask }: { name: string; ask: (name: string) => void }) {
  const { refresh, fetchedAt } = usePageRefresh();
  const [acting, setActing] = useState(false);
  const { data } = useQuery({
    queryKey: [name],
    queryFn: () => {
      ask(name);
      return Promise.resolve(`rows of ${name}`);
    },
  });
  return (
    <>
      <p>{data}</p>
      <button onClick={() => void refresh()}>refresh {name}</button>
      <button onClick={() => setActing(!acting)}>act on {name}</button>
      {acting && <UnderWay />}
      <output>{fetchedAt() === undefined ? 'never' : 'known'}</output>
    </>
  );
}

/** Two keep-alive pages over one cache, of which one is shown; what they ask for is counted by page. */
async function twoPages() {
  followWindow();
  const asked: string[] = [];
  const ask = (name: string): void => void asked.push(name);
  const [lists, orders] = [createPageVisibility(true), createPageVisibility(false)];
  const dialogs = document.createElement('div');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, refetchOnWindowFocus: false } } });
  render(
    <QueryClientProvider client={client}>
      <PageQueries visibility={lists} dialogs={dialogs}>
        <Rows name="lists" ask={ask} />
      </PageQueries>
      <PageQueries visibility={orders} dialogs={document.createElement('div')}>
        <Rows name="orders" ask={ask} />
      </PageQueries>
    </QueryClientProvider>,
  );
  await screen.findByText('rows of lists');
  await screen.findByText('rows of orders');
  asked.length = 0;
  let later = 0;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later);
  return {
    asked,
    lists,
    orders,
    dialogs,
    wait: (ms: number) => {
      later += ms;
    },
    focus: () => act(() => void window.dispatchEvent(new Event('focus'))),
  };
}

it('asks again when the window comes to the front, for the page on screen only and when what it shows is old', async () => {
  const { asked, wait, focus } = await twoPages();
  await focus();
  wait(6_000);
  await focus();
  await waitFor(() => expect(asked).toEqual(['lists']));
});

it('asks again when a keep-alive page comes to the front, and once however often', async () => {
  const { asked, wait, lists, orders } = await twoPages();
  wait(6_000);
  act(() => {
    lists.set(false);
    orders.set(true);
    orders.set(false);
    orders.set(true);
  });
  await waitFor(() => expect(asked).toEqual(['orders']));
});

it('leaves the rows behind an open dialog alone', async () => {
  const { asked, wait, focus, dialogs } = await twoPages();
  dialogs.innerHTML = '<div class="MuiDialog-root"></div>';
  wait(6_000);
  await focus();
  dialogs.innerHTML = '<div class="MuiDialog-root" aria-hidden="true"></div>';
  await focus();
  await waitFor(() => expect(asked).toEqual(['lists']));
});

it('leaves the rows alone while an action is under way, also between two of its dialogs', async () => {
  const { asked, wait, focus } = await twoPages();
  const press = () => act(() => screen.getByRole('button', { name: 'act on lists' }).click());
  press();
  wait(6_000);
  await focus();
  expect(asked).toEqual([]);
  press();
  await focus();
  await waitFor(() => expect(asked).toEqual(['lists']));
});

it('by hand asks for everything the page shows, however new, and for nothing else', async () => {
  const { asked } = await twoPages();
  act(() => screen.getByRole('button', { name: 'refresh orders' }).click());
  await waitFor(() => expect(asked).toEqual(['orders']));
  expect(screen.getAllByText('known').length).toBeGreaterThan(0);
});
