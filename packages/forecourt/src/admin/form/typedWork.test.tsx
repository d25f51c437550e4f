import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import FormDialog from './FormDialog.tsx';
import ResourceForm from './ResourceForm.tsx';
import { forgetUnsavedChanges, hasUnsavedChanges, keepTypedWork } from './unsavedChanges.ts';

strictConsole();

const RECORD = { id: 5, updateTime: '2027-01-01 10:00:00', title: 'Dune', state: 0, price: 5, phone: '081****4567' };
const title = (): HTMLInputElement => screen.getByLabelText(/^Title/);
const form = <ResourceForm resource="book" id={5} />;
const answers = { 'GET /books/info/5': () => ({ data: RECORD }), 'GET /books/options': () => ({ data: [] }) };

async function typing(say: string, over: Parameters<typeof renderAdmin>[1] = {}) {
  const view = await renderAdmin(form, { answers, ...over });
  await screen.findByDisplayValue('Dune');
  await userEvent.type(title(), say);
  return view;
}

describe('typed work', () => {
  it.each([409, 422, 503])('is guarded still after a save that was refused with %i', async (status) => {
    const { calls } = await typing('!', {
      answers: { ...answers, 'POST /books/save': () => ({ status, message: 'No' }) },
    });
    await userEvent.click(screen.getByText('ra.action.save'));
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true));
    await waitFor(() =>
      expect(
        screen.getAllByText(/No|admin.conflict.title|admin.form.failed|admin.error.outcomeUnknown/).length,
      ).toBeGreaterThan(0),
    );
    expect(hasUnsavedChanges()).toBe(true);
    expect(title().value).toBe('Dune!');
  });

  it('comes back into a form that went away without having been saved or given up', async () => {
    const { unmount } = await typing('!');
    unmount();
    await renderAdmin(form, { answers });
    await waitFor(() => expect(title().value).toBe('Dune!'));
    expect(hasUnsavedChanges()).toBe(true);
  });

  it('comes back over a record that somebody changed meanwhile, and the form says so', async () => {
    const { unmount } = await typing('!');
    unmount();
    const theirs = { ...RECORD, price: 9, updateTime: '2027-01-01 11:00:00' };
    await renderAdmin(form, { answers: { ...answers, 'GET /books/info/5': () => ({ data: theirs }) } });
    expect(await screen.findByText('admin.form.changedBelow')).toBeTruthy();
    expect(title().value).toBe('Dune!');
    expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('9.00');
  });

  it('does not come back once it was saved, given up in its dialog, or closed with its tab', async () => {
    const saved = await typing('!', {
      answers: { ...answers, 'POST /books/save': () => ({ data: { id: 5 } }) },
    });
    await userEvent.click(screen.getByText('ra.action.save'));
    await waitFor(() => expect(saved.calls.some(({ method }) => method === 'POST')).toBe(true));
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
    saved.unmount();
    expect(Object.keys(sessionStorage)).toEqual([]);

    const dialog = await renderAdmin(<FormDialog resource="shop" onClose={() => undefined} />, { resource: 'shop' });
    await userEvent.type(screen.getByLabelText(/^Shop name/), 'Half');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('admin.form.discard'));
    dialog.unmount();
    expect(Object.keys(sessionStorage)).toEqual([]);

    const closed = await typing('!', { at: '/books/edit?id=5' });
    forgetUnsavedChanges('/books/edit?id=5');
    closed.unmount();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('is guarded from the very letter that was typed: Esc may come before anything is drawn again', async () => {
    let closed = false;
    const onClose = () => void (closed = true);
    await renderAdmin(<FormDialog resource="shop" onClose={onClose} />, { resource: 'shop' });
    const name = screen.getByLabelText<HTMLInputElement>(/^Shop name/);
    const acting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    const { IS_REACT_ACT_ENVIRONMENT: before } = acting;
    // As in a browser: what an event changes is drawn at its end, what follows from that when there is time.
    acting.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name, 'H');
      name.dispatchEvent(new Event('input', { bubbles: true }));
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      name.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    } finally {
      acting.IS_REACT_ACT_ENVIRONMENT = before;
    }
    expect(closed).toBe(false);
    await screen.findByText('admin.form.discard');
  });

  it('is written down when the session ends, without what is masked, and never read by another user', async () => {
    const { unmount } = await typing('!');
    await userEvent.clear(screen.getByLabelText(/^Phone/));
    await userEvent.type(screen.getByLabelText(/^Phone/), '0812345678');
    keepTypedWork();
    const [key = ''] = Object.keys(sessionStorage);
    expect(key).toMatch(/^form_draft\.1\./);
    const kept = sessionStorage.getItem(key)!;
    expect(kept).toContain('Dune!');
    expect(kept).not.toContain('0812345678');
    const other = {
      'GET /admin/user/info': () => ({
        data: { id: 2, username: 'al', name: 'Al', roles: [{ id: 1, name: 'R' }], permission: [{ path: 'index' }] },
      }),
    };
    forgetUnsavedChanges();
    unmount();
    await renderAdmin(<FormDialog resource="book" id={5} onClose={() => undefined} />, {
      answers: { ...answers, ...other },
    });
    await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull());
  });
});
