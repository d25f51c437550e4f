import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../model/index.ts';
import { hasUnsavedChanges } from '../form/unsavedChanges.ts';
import { createAdminModel } from '../model/adminModel.ts';
import { testModel } from '../testing/adminModel.ts';
import { adminSource } from '../testing/adminSource.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { ActionButton } from './ActionButton.tsx';

strictConsole();

const ROW = { id: 1, title: 'Dune', state: 0, price: 12, shopId: 3, shopName: 'Corner' };

/** The question of an action that asks for a reason, open; `answer` is what the server says to it. */
async function ask(answer: (call: Call) => Reply, found: (number: string) => readonly object[] = () => []) {
  const model = await testModel().load('book');
  const lend = model.actions.find(({ name }) => name === 'lend')!;
  const action: Action = { ...lend, ask: ['reason'], require: ['reason'] };
  const view = await renderAdmin(<ActionButton model={model} action={action} record={ROW} />, {
    answers: {
      'POST /books/lend': answer,
      'GET /books/info/1': () => ({ data: ROW }),
      'GET /search': ({ query }) => ({ data: { pages: [], records: found(query['q'] as string) } }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
  // The record is asked for first.
  await screen.findByLabelText(/^Reason/, { selector: 'input' });
  const dialog = screen.getByRole('dialog');
  return { ...view, dialog, reason: () => within(dialog).getByLabelText(/^Reason/, { selector: 'input' }) };
}
const press = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Lend' }));

describe('the question of an action', () => {
  it('says what it is about and keeps what was typed when it is refused as a whole', async () => {
    const { dialog, reason } = await ask(() => ({ statusCode: 400, message: 'Closed today' }));
    expect(within(dialog).getByText('Dune')).toBeTruthy();
    await userEvent.type(reason(), 'torn');
    await press(dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Closed today');
    expect(reason()).toHaveProperty('value', 'torn');
    // Said once, where it is read: no toast beside it.
    expect(screen.getAllByText('Closed today')).toHaveLength(1);
  });

  it('links the record whose number a refusal says, where the reader finds it', async () => {
    const said = 'B26112000001 has the copy, and X26112000002 waits';
    const { dialog, reason } = await ask(
      () => ({ statusCode: 400, message: said }),
      (number) => (number.startsWith('B') ? [{ resource: 'book', hits: [{ id: 7, title: number, detail: '' }] }] : []),
    );
    await userEvent.type(reason(), 'torn');
    await press(dialog);
    const link = await within(dialog).findByRole('link', { name: 'B26112000001' });
    expect(link.getAttribute('href')).toMatch(/\/7$|\/7\//);
    expect(within(dialog).getByRole('alert').textContent).toBe(said);
    expect(within(dialog).getAllByRole('link')).toHaveLength(1);
  });

  it('links no record whose number only begins like the one that a refusal says', async () => {
    const asked: string[] = [];
    const { dialog, reason } = await ask(
      () => ({ statusCode: 400, message: 'B26112000 has the copy, and B26112000002 waits' }),
      (number) => {
        asked.push(number);
        const title = number === 'B26112000' ? 'B26112000001' : number;
        return [{ resource: 'book', hits: [{ id: 7, title, detail: '' }] }];
      },
    );
    await userEvent.type(reason(), 'torn');
    await press(dialog);
    await within(dialog).findByRole('link', { name: 'B26112000002' });
    await waitFor(() => expect(asked).toContain('B26112000'));
    expect(within(dialog).getAllByRole('link')).toHaveLength(1);
  });

  it('says the whole beside the field that it names, not what the field says already', async () => {
    let message = 'Operation failed: Two reasons';
    const { dialog, reason } = await ask(() => ({
      statusCode: 400,
      message,
      data: { errors: { reason: 'Too short' } },
    }));
    await userEvent.type(reason(), 'torn');
    await press(dialog);
    expect(await within(dialog).findByText('Operation failed: Two reasons')).toBeTruthy();
    expect(await within(dialog).findByText('Too short')).toBeTruthy();
    message = 'Too short';
    await press(dialog);
    await waitFor(() => expect(within(dialog).queryByText('Operation failed: Two reasons')).toBeNull());
    expect(await within(dialog).findAllByText('Too short')).toHaveLength(1);
  });

  it('asking for nothing, it says the whole, and below it only what the whole does not say', async () => {
    const model = await testModel().load('book');
    const lend = model.actions.find(({ name }) => name === 'lend')!;
    const errors = { reason: 'Reason is missing', title: 'No title' };
    const refusal = { statusCode: 400, message: 'Operation failed: Reason is missing', data: { errors } };
    await renderAdmin(<ActionButton model={model} action={{ ...lend, ask: undefined }} record={ROW} />, {
      answers: { 'POST /books/lend': () => refusal },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    const [line] = await screen.findAllByText(/^Operation failed: Reason is missing/);
    expect(line!.textContent).toMatch(/^Operation failed: Reason is missing\s\S+: No title$/);
  });

  it('shows what the server asks, and sends it once more with the answer; who goes back keeps what was typed', async () => {
    const { dialog, reason, calls } = await ask(({ body }) =>
      (body as { confirmed?: number }).confirmed === 1
        ? { data: null }
        : { statusCode: 400, message: 'No', data: { errors: { confirmed: 'Two readers wait for it' } } },
    );
    const posts = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const question = async () => within(await screen.findByRole('dialog', { name: 'admin.question.doTitle' }));
    await userEvent.type(reason(), 'torn');
    await press(dialog);
    await userEvent.click((await question()).getByText('admin.action.back'));
    await waitFor(() => expect(screen.queryByText('Two readers wait for it')).toBeNull());
    expect(reason()).toHaveProperty('value', 'torn');
    await press(dialog);
    await userEvent.click((await question()).getByText('admin.question.do'));
    await waitFor(() => expect(posts()).toHaveLength(3));
    expect(posts()).toEqual([0, 0, 1].map((yes) => ({ id: 1, reason: 'torn', ...(yes === 1 && { confirmed: 1 }) })));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('begins empty with what is asked anew, and says what it was', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, card: ['title', 'shopId'] },
      actions: [{ name: 'move', post: '/books/move', permission: 'edit', ask: ['shopId', 'price'], anew: ['shopId'] }],
    }));
    const model = await createAdminModel(adminSource(source)).load('book');
    const [action] = model.actions;
    await renderAdmin(<ActionButton model={model} action={action!} record={ROW} />, {
      source,
      answers: { 'GET /books/info/1': () => ({ data: ROW }), 'GET /basics/shoplist': () => ({ data: [] }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Move' }));
    expect(await screen.findByRole('combobox', { name: /^Shop/ })).toHaveProperty('value', '');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Corner')).toBeTruthy();
    expect(within(dialog).getByRole('textbox', { name: /^Price/ })).toHaveProperty('value', '12.00');
  });

  it('marks what the action requires as such, also where a saved record may leave it empty', async () => {
    const declared = withResource('book', (book) => ({
      ...book,
      actions: [{ name: 'seal', post: '/books/seal', permission: 'edit', ask: ['pin', 'hint'], require: ['pin'] }],
    }));
    const unanswered = { type: 'string', writeOnly: true } as const;
    const book = async () => {
      const { properties, ...schema } = await declared.schemas['book']!();
      return { ...schema, properties: { ...properties, pin: unanswered, hint: unanswered } };
    };
    const source = { ...declared, schemas: { ...declared.schemas, book } };
    const model = await createAdminModel(adminSource(source)).load('book');
    const { calls } = await renderAdmin(<ActionButton model={model} action={model.actions[0]!} record={ROW} />, {
      source,
      answers: { 'GET /books/info/1': () => ({ data: ROW }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Seal' }));
    expect((await screen.findByText(/^Hint/)).textContent).toContain('admin.form.optional');
    expect(screen.getByText(/^Pin/).textContent).not.toContain('admin.form.optional');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Seal' }));
    expect(await screen.findByText('ra.validation.required')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('puts the cursor into the field that is missing, without a toast', async () => {
    const { dialog, reason, calls } = await ask(() => ({ data: null }));
    await press(dialog);
    expect(await within(dialog).findByText('ra.validation.required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(reason()));
    expect(screen.queryByText('ra.message.invalid_form')).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says what has become of the record, in place of the fields, when somebody was quicker', async () => {
    const model = await testModel().load('book');
    const lend = model.actions.find(({ name }) => name === 'lend')!;
    await renderAdmin(<ActionButton model={model} action={{ ...lend, ask: ['reason'] }} record={ROW} />, {
      answers: { 'GET /books/info/1': () => ({ data: { ...ROW, state: 2 } }) },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lend' });
    expect(await screen.findByText('admin.action.over')).toBeTruthy();
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.close' }));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });

  it('is guarded, and comes back when it is asked again after it went away unanswered', async () => {
    const { reason, unmount } = await ask(() => ({ data: null }));
    await userEvent.type(reason(), 'torn');
    expect(hasUnsavedChanges()).toBe(true);
    unmount();
    const again = await ask(() => ({ data: null }));
    await waitFor(() => expect(again.reason()).toHaveProperty('value', 'torn'));
  });

  it('asks before typed work is thrown away', async () => {
    const { dialog, reason } = await ask(() => ({ data: null }));
    await userEvent.type(reason(), 'torn');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('admin.form.discard'));
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });
});
