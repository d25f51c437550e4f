import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Call } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ResourceForm from './ResourceForm.tsx';
import { hasUnsavedChanges } from './unsavedChanges.ts';

strictConsole();

const source = withResource('book', (declared) => ({
  ...declared,
  form: {
    layout: 'steps',
    groups: [
      { key: 'name', fields: ['title', 'state'] },
      { key: 'trade', fields: ['price', 'fromDate', 'toDate'] },
      { key: 'place', fields: ['shopId', 'reason'] },
    ],
  },
}));
const RECORD = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'Dune',
  state: 2,
  price: 5,
  fromDate: '',
  toDate: '',
  reason: 'torn',
  shopId: null,
  shopName: '',
};

type Refusal = (sent: Record<string, unknown>) => Record<string, string> | undefined;

/** A server that stores what it is sent; `refuse` may say no to a save. */
function answers(refuse: Refusal = () => undefined) {
  let stored: Record<string, unknown> = RECORD;
  let saves = 0;
  return {
    'GET /books/info/5': () => ({ data: stored }),
    'GET /books/options': () => ({ data: [] }),
    'POST /books/save': ({ body }: Call) => {
      const sent = body as Record<string, unknown>;
      const errors = refuse(sent);
      if (errors) return { statusCode: 400, message: 'Parameter error', data: { errors } };
      saves += 1;
      stored = { ...stored, ...sent, updateTime: `2027-01-01 10:00:0${saves}` };
      return { data: { id: 5 } };
    },
  };
}

/** The stored record in its form. */
async function edit(refuse?: Refusal) {
  const view = await renderAdmin(<ResourceForm resource="book" id={5} />, { source, answers: answers(refuse) });
  await screen.findByDisplayValue('Dune');
  return view;
}

const step = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
const isOpen = (name: string) =>
  screen.getByRole('button', { name: new RegExp(name) }).getAttribute('aria-current') === 'step';
const input = (label: RegExp): HTMLInputElement => screen.getByLabelText(label);
const next = () => userEvent.click(screen.getByText('admin.form.next'));
const finish = () => userEvent.click(screen.getByText('admin.form.finish'));
const sent = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);

describe('a form in steps', () => {
  it('keeps what was typed when another step is opened by its header or by Back', async () => {
    await edit();
    await userEvent.type(input(/^Title/), '!');
    await step(/Trade/);
    await userEvent.clear(input(/^Price/));
    await userEvent.type(input(/^Price/), '9');
    await userEvent.click(screen.getByText('admin.form.previous'));
    expect(input(/^Title/).value).toBe('Dune!');
    await step(/Trade/);
    expect(input(/^Price/).value).toContain('9');
  });

  it('saves the step that is shown, and every other in which something was typed, as their own change', async () => {
    const { calls } = await edit();
    await userEvent.type(input(/^Title/), '!');
    await step(/Place/);
    await userEvent.type(input(/^Reason/), ' apart');
    await step(/Trade/);
    await next();
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toMatchObject({ id: 5, title: 'Dune!', price: 5, reason: 'torn apart' });
    await waitFor(() => expect(isOpen('Place')).toBe(true));
    expect(screen.queryByText('admin.form.changedBelow')).toBeNull();
    // Everything is saved: only the step that is shown goes again, against what was stored last.
    await finish();
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    expect(sent(calls)[1]).toMatchObject({ id: 5, updateTime: '2027-01-01 10:00:01', reason: 'torn apart' });
    expect(sent(calls)[1]).not.toHaveProperty('title');
  });

  it('opens the step whose field is bad, names it and puts the cursor there, and sends nothing', async () => {
    const { calls } = await edit();
    await userEvent.clear(input(/^Title/));
    await step(/Place/);
    await finish();
    await waitFor(() => expect(document.activeElement).toBe(input(/^Title/)));
    expect(screen.getByText('admin.form.badSteps')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'admin.form.tabError' }).getAttribute('aria-current')).toBe('step');
    expect(sent(calls)).toEqual([]);
  });

  it('opens the step that the server refuses, and nothing typed in another is gone', async () => {
    await edit(({ price }) => (price === 9 ? { price: 'Too cheap' } : undefined));
    await step(/Trade/);
    await userEvent.clear(input(/^Price/));
    await userEvent.type(input(/^Price/), '9');
    await step(/Place/);
    await userEvent.type(input(/^Reason/), ' apart');
    await finish();
    expect(await screen.findByText('Too cheap')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input(/^Price/)));
    expect(input(/^Reason/).value).toBe('torn apart');
  });

  it('of a new record asks of a step only what it holds; the first save makes the record, later ones change it', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
      source,
      answers: {
        'GET /books/options': () => ({ data: [] }),
        'POST /books/save': () => ({ data: { id: 7 } }),
        'GET /books/info/7': () => ({ data: { ...RECORD, id: 7, title: 'Emma', state: 0, price: null, reason: '' } }),
      },
    });
    expect(screen.getByRole('button', { name: /Trade/ })).toHaveProperty('disabled', true);
    await userEvent.type(input(/^Title/), 'Emma');
    await next();
    await waitFor(() => expect(isOpen('Trade')).toBe(true));
    await userEvent.type(input(/^Price/), '3');
    await next();
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    expect(sent(calls)[0]).toEqual({ title: 'Emma', state: 0 });
    expect(sent(calls)[1]).toMatchObject({ id: 7, price: 3 });
  });

  it('a new record is made by the step that asks for the last of what it cannot be without; until then steps are judged, and go on', async () => {
    const late = withResource('book', (declared) => ({
      ...declared,
      form: {
        layout: 'steps',
        groups: [
          { key: 'trade', fields: ['price', 'state'] },
          { key: 'name', fields: ['title'] },
          { key: 'place', fields: ['shopId', 'reason'] },
        ],
      },
    }));
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, {
      source: late,
      answers: {
        'GET /books/options': () => ({ data: [] }),
        'POST /books/save': () => ({ data: { id: 7 } }),
        'GET /books/info/7': () => ({ data: { ...RECORD, id: 7, title: 'Emma', state: 0, price: 3, reason: '' } }),
      },
    });
    await userEvent.type(input(/^Price/), '3');
    await userEvent.click(screen.getByText('admin.form.goOn'));
    await waitFor(() => expect(isOpen('Name')).toBe(true));
    expect(sent(calls)).toEqual([]);
    await next();
    await waitFor(() => expect(document.activeElement).toBe(input(/^Title/)));
    expect(sent(calls)).toEqual([]);
    await userEvent.type(input(/^Title/), 'Emma');
    await next();
    await waitFor(() => expect(isOpen('Place')).toBe(true));
    expect(sent(calls)).toEqual([{ title: 'Emma', price: 3, state: 0 }]);
  });

  it('finds in each step what was typed there before the form went away, and saves it from another step', async () => {
    const { unmount } = await edit();
    await userEvent.type(input(/^Title/), '!');
    await step(/Place/);
    unmount();
    const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, { source, answers: answers() });
    await waitFor(() => expect(screen.queryByDisplayValue('Dune!')).toBeTruthy());
    await step(/Place/);
    await finish();
    await waitFor(() => expect(sent(calls)[0]).toMatchObject({ id: 5, title: 'Dune!' }));
  });

  it('asks before Cancel throws typed work away', async () => {
    await edit();
    await userEvent.type(input(/^Title/), '!');
    await userEvent.click(screen.getByText('ra.action.cancel'));
    const question = await screen.findByRole('dialog');
    await userEvent.click(within(question).getByText('admin.action.back'));
    await waitFor(() => expect(question.isConnected).toBe(false));
    expect(input(/^Title/).value).toBe('Dune!');
    await userEvent.click(screen.getByText('ra.action.cancel'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByText('admin.form.discard'));
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  });
});
