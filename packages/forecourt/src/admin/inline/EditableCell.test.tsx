import { act, screen, waitFor, within } from '@testing-library/react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';

strictConsole();

const source = withResource('book', (declared) => ({
  ...declared,
  list: { ...declared.list!, columns: ['title', 'state', 'price'], inline: ['state', 'price'] },
}));
const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 5, updateTime: 'a' },
  { id: 2, title: 'Emma', state: 1, price: 7, updateTime: 'b' },
];
const LOADS = { timeout: 10_000 };
const cell = (text: string) => screen.getByText(text).closest<HTMLElement>('[role="button"]')!;
let queries: QueryClient;
/** Beside the list: what it holds can be asked for again, as when others change it. */
function Beside() {
  queries = useQueryClient();
  return null;
}
async function show(answers: Record<string, (call: Call) => Reply> = {}, permissions: readonly string[] = ['index']) {
  const shown = (
    <>
      <ResourceList resource="book" />
      <Beside />
    </>
  );
  const view = await renderAdmin(shown, {
    source,
    permissions,
    answers: { 'GET /books/list': () => ({ data: { list: ROWS, total: 2 } }), ...answers },
  });
  await screen.findByText('Dune');
  // The code of such cells loads with the first of them.
  if (permissions.includes('index')) await waitFor(() => expect(cell('5.00')).not.toBeNull(), LOADS);
  return view;
}
async function open(text: string, key: string) {
  cell(text).focus();
  await userEvent.keyboard(key);
  const editor = await screen.findByRole('dialog', { name: 'admin.inline.edit' }, LOADS);
  return { editor, input: await within(editor).findByLabelText<HTMLInputElement>(/^Price/, { selector: 'input' }) };
}
const posted = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('a cell edited in place', () => {
  it('is opened by F2, saved by Enter with updateTime, and has the focus again', async () => {
    const { calls } = await show({
      'POST /books/save': () => ({ data: { id: 1 } }),
      'GET /books/info/1': () => ({ data: ROWS[0] }),
    });
    const { input } = await open('5.00', '{F2}');
    await waitFor(() => expect(document.activeElement).toBe(input));
    await userEvent.clear(input);
    await userEvent.type(input, '9{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(calls)).toEqual([{ id: 1, updateTime: 'a', price: 9 }]);
    expect(document.activeElement).toBe(cell('5.00'));
  });

  it('is given up by Escape, and opened by a double click too', async () => {
    const { calls } = await show();
    const { input } = await open('5.00', '{Enter}');
    await userEvent.type(input, '9');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted(calls)).toEqual([]);
    await userEvent.dblClick(cell('7.00'));
    expect(await screen.findByRole('dialog', { name: 'admin.inline.edit' }, LOADS)).toBeTruthy();
  });

  it('says a refusal where it was typed, and keeps what was typed', async () => {
    await show({
      'POST /books/save': () => ({
        statusCode: 400,
        message: 'Parameter error',
        data: { errors: { price: 'Too cheap' } },
      }),
    });
    const { editor, input } = await open('5.00', '{F2}');
    await userEvent.clear(input);
    await userEvent.type(input, '1{Enter}');
    expect(await within(editor).findByText('Too cheap')).toBeTruthy();
    expect(input.value).toContain('1');
  });

  it('checks the schema before anything is sent', async () => {
    const { calls } = await show();
    const { editor, input } = await open('5.00', '{F2}');
    await userEvent.clear(input);
    await userEvent.type(input, '-1{Enter}');
    expect(await within(editor).findByText(/minValue/)).toBeTruthy();
    expect(posted(calls)).toEqual([]);
  });

  it('shows what somebody else saved meanwhile, and replaces it only when saved again', async () => {
    const { calls } = await show({
      'POST /books/save': ({ body }) =>
        (body as { updateTime: string }).updateTime === 'a'
          ? { statusCode: 409, message: 'Changed meanwhile' }
          : { data: { id: 1 } },
      'GET /books/info/1': () => ({ data: { ...ROWS[0], price: 6, updateTime: 'c' } }),
    });
    const { editor, input } = await open('5.00', '{F2}');
    await userEvent.clear(input);
    await userEvent.type(input, '9{Enter}');
    expect(await within(editor).findByText('THB 6.00')).toBeTruthy();
    expect(input.value).toContain('9');
    await userEvent.type(input, '{Enter}');
    await waitFor(() => expect(posted(calls).at(-1)).toEqual({ id: 1, updateTime: 'c', price: 9 }));
  });

  it('keeps what is typed while others change the row beneath, and does not replace theirs unseen', async () => {
    const theirs = { ...ROWS[0], price: 6, updateTime: 'c' };
    let row: object = ROWS[0]!;
    const { calls } = await show({
      'GET /books/list': () => ({ data: { list: [row, ROWS[1]], total: 2 } }),
      'POST /books/save': ({ body }) =>
        (body as { updateTime: string }).updateTime === 'c'
          ? { data: { id: 1 } }
          : { statusCode: 409, message: 'Changed meanwhile' },
      'GET /books/info/1': () => ({ data: theirs }),
    });
    const { editor, input } = await open('5.00', '{F2}');
    await userEvent.clear(input);
    await userEvent.type(input, '9');
    row = theirs;
    await act(() => queries.invalidateQueries({ queryKey: ['book'] }));
    expect(await screen.findByText('6.00')).toBeTruthy();
    expect(input.value).toContain('9');
    await userEvent.type(input, '{Enter}');
    expect(await within(editor).findByText('THB 6.00')).toBeTruthy();
    expect(posted(calls)).toEqual([{ id: 1, updateTime: 'a', price: 9 }]);
  });

  it('is closed by a click beside it as long as nobody has changed the value', async () => {
    await show();
    const beside = () => document.querySelector<HTMLElement>('.MuiPopover-root > .MuiBackdrop-root')!;
    const { input } = await open('5.00', '{F2}');
    await userEvent.type(input, '9');
    await userEvent.click(beside());
    const editor = screen.getByRole('dialog', { name: 'admin.inline.edit' });
    expect(input.value).toContain('9');
    // A click beside it takes the cursor away, and the dialog takes it back: only then it hears keys.
    await waitFor(() => expect(editor.closest('.MuiPopover-root')?.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open('5.00', '{F2}');
    await userEvent.click(beside());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is one stop of the tab key; arrow keys go from cell to cell', async () => {
    await show();
    const cells = () => screen.getAllByRole('button').filter((one) => one.hasAttribute('data-inline-cell'));
    expect(cells().filter((one) => one.tabIndex === 0)).toHaveLength(1);
    cells()[0]!.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(cell('5.00'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(cell('7.00'));
    expect(cells().filter((one) => one.tabIndex === 0)).toEqual([document.activeElement]);
  });

  it('stands where other values of its column stand: amounts to the right, words to the left', async () => {
    await show();
    expect(getComputedStyle(cell('5.00')).justifyContent).toBe('flex-end');
    expect(getComputedStyle(document.querySelector('[data-inline-cell="state"]')!).justifyContent).toBe('flex-start');
  });

  it('is an ordinary cell for who may not edit', async () => {
    await show({}, ['book-list']);
    expect(screen.getByText('5.00').closest('[role="button"]')).toBeNull();
  });
});
