import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Identifier } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { RelationControl } from './RelationControl.tsx';
import { RelationsControl } from './RelationsControl.tsx';

strictConsole();

/** Books are searched by the server. */
const source = withResource('book', (declared) => ({
  ...declared,
  options: { fields: ['title'], search: true },
}));
const BOOKS = [
  { id: 1, title: 'Dune' },
  { id: 2, title: 'Emma' },
];
const answers = {
  'GET /books/options': ({ query }: { query: Readonly<Record<string, string>> }) => ({
    data: BOOKS.filter(({ title }) => title.includes(query['keyword'] ?? '')),
  }),
};

function One() {
  const [value, setValue] = useState<Identifier | null>(1);
  return <RelationControl resource="book" ariaLabel="Book" field={{}} value={value} title="Dune" onChange={setValue} />;
}
function Several() {
  const [value, setValue] = useState<readonly Identifier[]>([1]);
  return (
    <RelationsControl
      resource="book"
      ariaLabel="Books"
      field={{}}
      value={value}
      titles={['Dune']}
      onChange={setValue}
    />
  );
}

describe('the box of a relation', () => {
  it.each([
    ['of one', <One key="one" />],
    ['of several', <Several key="several" />],
  ])('%s keeps what is typed over a chosen record while choices come and go', async (_name, box) => {
    await renderAdmin(box, { source, answers });
    const input: HTMLInputElement = await screen.findByRole('combobox');
    // Over all that stands there, without emptying it first.
    await userEvent.type(input, 'Emm', { initialSelectionStart: 0, initialSelectionEnd: input.value.length });
    await screen.findByRole('option', { name: /Emma/ });
    await waitFor(() => expect(screen.queryByRole('option', { name: /Dune/ })).toBeNull());
    expect(input.value).toBe('Emm');
  });

  it('chooses the first hit by Enter, also before the hits are there, and does not send the form', async () => {
    let sent = 0;
    const form = (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <One />
        <button type="submit">Save</button>
      </form>
    );
    await renderAdmin(form, { source, answers });
    const input: HTMLInputElement = await screen.findByRole('combobox');
    await userEvent.type(input, 'Emm{Enter}', { initialSelectionStart: 0, initialSelectionEnd: input.value.length });
    await waitFor(() => expect(input.value).toBe('Emma'));
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(input, 'nobody{Enter}', { initialSelectionStart: 0, initialSelectionEnd: input.value.length });
    await screen.findByText('admin.relation.none');
    await userEvent.keyboard('{Enter}');
    expect(sent).toBe(0);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('admin.relation.none')).toBeNull());
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  });

  it('chooses several by Enter, each by what was typed', async () => {
    await renderAdmin(<Several />, { source, answers });
    const input: HTMLInputElement = await screen.findByRole('combobox');
    await userEvent.type(input, 'Emm{Enter}');
    await screen.findByText('Emma', { selector: '.MuiChip-label' });
    expect(screen.getByText('Dune', { selector: '.MuiChip-label' })).toBeTruthy();
  });

  it('calls a choice by all that names it', async () => {
    const named = withResource('book', (declared) => ({
      ...declared,
      options: { fields: ['shopId', 'title', 'reason'], title: ['shopName', 'title'] },
    }));
    const shops = {
      'GET /books/options': () => ({ data: [{ id: 1, shopName: 'Corner', title: 'Dune', reason: 'worn' }] }),
    };
    await renderAdmin(<One />, { source: named, answers: shops });
    await userEvent.click(await screen.findByRole('combobox'));
    expect((await screen.findByRole('option')).innerText).toMatch(/^Corner Dune\s*worn$/);
  });
});
