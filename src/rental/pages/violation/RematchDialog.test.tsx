import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { strictConsole, type Call, type Reply } from 'forecourt/testing';
import { useResourceModel } from 'forecourt/admin';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import violation from '../../../../schemas/violation.json';
import type { EntitySchema } from 'forecourt/model';
import RematchDialog from './RematchDialog.tsx';

strictConsole();

const found = (looked: number, left: number, next: number | null): Reply => ({
  data: { looked, changed: 1, undecided: 0, none: 2, left, next },
});

function Dialog({ onEnd }: { onEnd: () => void }) {
  const model = useResourceModel('violation');
  return <RematchDialog model={model} action={model.actions.find(({ name }) => name === 'rematch')!} onEnd={onEnd} />;
}

/** The dialog over a server that answers these calls one by one; where each of them went on. */
async function show(...replies: readonly (Reply | Promise<Reply>)[]) {
  const asked: unknown[] = [];
  const end = vi.fn();
  await renderDesk(() => <Dialog onEnd={end} />, {
    answers: {
      'POST /car/violation/match': ({ body }: Call) => {
        asked.push((body as { after: number }).after);
        return replies[asked.length - 1]!;
      },
    },
    schemas: { violation: violation as EntitySchema },
  });
  return { asked, end };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('asks first, then follows every call to the next until none is left, and says what was found', async () => {
  const { asked, end } = await show(found(3000, 5000, 3000), found(3000, 2000, 6000), found(2000, 0, null));
  expect(asked).toEqual([]);
  await press('Find orders again');
  expect((await screen.findByText('8000 violations were looked up')).parentElement!.textContent).toContain(
    '3 changed, 0 to be decided, 6 without an order',
  );
  expect(asked).toEqual([0, 3000, 6000]);
  await press('Close');
  expect(end).toHaveBeenCalled();
});

it('shows how far it is, stops after the call that is on its way, and goes on from there', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  const late = new Promise<Reply>((resolve) => (answer = resolve));
  const { asked } = await show(found(2000, 8000, 2000), late, found(5000, 0, null));
  await press('Find orders again');
  await waitFor(() => expect(screen.getByRole('progressbar', { name: /2000 of 10000/ })).toBeTruthy());
  await press('Cancel');
  answer(found(3000, 5000, 5000));
  await press('Go on');
  await screen.findByText('10000 violations were looked up');
  expect(asked).toEqual([0, 2000, 5000]);
});

it('says why a call failed and goes on where it stopped', async () => {
  const { asked } = await show(
    found(2000, 1000, 2000),
    { statusCode: 400, message: 'The database is away' },
    found(1000, 0, null),
  );
  await press('Find orders again');
  await screen.findByText(/The database is away/);
  await press('Go on');
  await screen.findByText('3000 violations were looked up');
  expect(asked).toEqual([0, 2000, 2000]);
});
