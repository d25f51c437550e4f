import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import ResourceList from '../list/ResourceList.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import type { ImportQuestions, ImportState } from '../../model/index.ts';

strictConsole();

const PATH = '/resources/book/import';
const CHECKED: ImportState = {
  id: 7,
  state: 'checked',
  fileName: 'books.csv',
  encoding: 'utf-8',
  headerRow: 1,
  answers: [],
  columns: [
    { header: 'Title', field: 'title', label: 'Title', as: 'labelled' },
    { header: 'Colour', field: null, label: '', as: 'unknown' },
  ],
  rows: 3,
  waiting: 2,
  creates: 2,
  updates: 0,
  unchanged: 0,
  bad: 1,
  created: 0,
  updated: 0,
  failed: 0,
  errors: [{ row: 4, field: 'title', label: 'Title', message: 'Required' }],
  errorPages: 1,
};
const RUNNING: ImportState = { ...CHECKED, state: 'running', waiting: 1, created: 1 };
const DONE: ImportState = { ...CHECKED, state: 'done', waiting: 0, created: 2 };
const list = { 'GET /books/list': () => ({ data: { list: [{ id: 1, title: 'Dune', state: 0 }], total: 1 } }) };
const offer = (open: ImportState | null) => ({ [`GET ${PATH}`]: () => ({ data: { open, updateKeys: ['phone'] } }) });

const open = async (): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: 'admin.action.import' }));
  return screen.findByRole('dialog');
};

it('checks the chosen file, shows what is wrong by row and column, and writes the good rows to the end', async () => {
  const steps = [RUNNING, DONE];
  const patience = vi.spyOn(AbortSignal, 'timeout');
  const { calls } = await renderAdmin(<ResourceList resource="book" />, {
    answers: {
      ...list,
      ...offer(null),
      [`POST ${PATH}`]: () => ({ data: CHECKED }),
      [`POST ${PATH}/7/run`]: () => ({ data: steps.shift()! }),
    },
  });
  const dialog = await open();
  const input = await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' });
  await userEvent.upload(input, new File(['Title\nA'], 'books.csv', { type: 'text/csv' }));
  const table = await within(dialog).findByRole('table');
  expect(within(table).getAllByRole('row')[1]!.textContent).toBe('4TitleRequired');
  expect(within(dialog).getByText('admin.import.left.unknown')).toBeTruthy();
  // A file may travel and be read for two minutes.
  expect(patience).toHaveBeenLastCalledWith(120_000);
  await userEvent.click(within(dialog).getByRole('button', { name: 'admin.import.run' }));
  await waitFor(() => expect(within(dialog).getByText('admin.import.count.created')).toBeTruthy());
  await within(dialog).findByRole('button', { name: 'admin.import.again' });
  expect(calls.filter(({ path }) => path === `${PATH}/7/run`)).toHaveLength(2);
  const before = calls.filter(({ path }) => path === '/books/list').length;
  await userEvent.click(within(dialog).getByRole('button', { name: 'ra.action.close' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/books/list').length).toBeGreaterThan(before));
});

it('goes on with an import that was left, and can give it up', async () => {
  const { calls } = await renderAdmin(<ResourceList resource="book" />, {
    answers: { ...list, ...offer(RUNNING), [`DELETE ${PATH}/7`]: () => ({}) },
  });
  const dialog = await open();
  expect(await within(dialog).findByRole('button', { name: 'admin.import.resume' })).toBeTruthy();
  expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  await userEvent.click(within(dialog).getByRole('button', { name: 'admin.import.discard' }));
  expect(await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' })).toBeTruthy();
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE' });
});

it.each([
  ['all of it', { bad: 0, errors: [] }, 'admin.import.done', 'Success'],
  ['a part of it', {}, 'admin.import.partly', 'Warning'],
  ['a part of it, some refused when written', { created: 1, failed: 1 }, 'admin.import.partly', 'Warning'],
  ['nothing: every row is bad', { created: 0, creates: 0, rows: 1 }, 'admin.import.nothing', 'Error'],
  ['nothing: every row was refused', { created: 0, bad: 0, failed: 2 }, 'admin.import.failed', 'Error'],
] as const)('says what came of a file: %s', async (_, state, text, severity) => {
  await renderAdmin(<ResourceList resource="book" />, {
    answers: { ...list, ...offer(null), [`POST ${PATH}`]: () => ({ data: { ...DONE, ...state } }) },
  });
  const dialog = await open();
  const input = await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' });
  await userEvent.upload(input, new File(['Title'], 'books.csv', { type: 'text/csv' }));
  const said = (await within(dialog).findByText(text)).closest('[role="alert"]')!;
  expect(said.className).toContain(`color${severity}`);
});

describe('a file that can be read in several ways', () => {
  const ASKING: ImportQuestions = {
    state: 'asking',
    fileName: 'books.csv',
    questions: [
      {
        about: 'encoding',
        label: '',
        remembered: null,
        choices: ['big5', 'windows-1252', 'windows-1250', 'windows-1251', 'macintosh'].map((value) => ({
          value,
          rows: [['name'], [`as ${value}`]],
        })),
      },
      {
        about: 'numbers:price',
        label: 'Price',
        remembered: '.',
        choices: [
          { value: '.', rows: [['45.000', '45.000']] },
          { value: ',', rows: [['45.000', '45000']] },
        ],
      },
    ],
  };
  const READ: ImportState = {
    ...CHECKED,
    headerRow: 3,
    answers: [
      { about: 'encoding', label: '', value: 'big5' },
      { about: 'numbers:price', label: 'Price', value: ',' },
    ],
  };

  it('is asked with its first rows, sent again with the choices, and can be read another way', async () => {
    const answers = [ASKING, READ, ASKING];
    const { calls } = await renderAdmin(<ResourceList resource="book" />, {
      answers: {
        ...list,
        ...offer(null),
        [`POST ${PATH}`]: () => ({ data: answers.shift()! }),
        [`DELETE ${PATH}/7`]: () => ({}),
      },
    });
    const dialog = await open();
    const input = await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' });
    await userEvent.upload(input, new File(['Title\nA'], 'books.csv', { type: 'text/csv' }));
    const [encodings, numbers] = await within(dialog).findAllByRole('radiogroup');
    // Nothing is chosen but what was chosen the last time; the unlikely ones wait.
    expect(within(encodings!).getAllByRole('radio')).toHaveLength(4);
    expect(within(dialog).getAllByRole('radio', { checked: true })).toHaveLength(1);
    expect(within(numbers!).getByRole('radio', { checked: true })).toBe(within(numbers!).getAllByRole('radio')[0]);
    expect(within(numbers!).getByText('45,000')).toBeTruthy();
    const go = within(dialog).getByRole('button', { name: 'admin.import.ask.continue' });
    expect(go).toHaveProperty('disabled', true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'admin.import.ask.more' }));
    expect(within(encodings!).getAllByRole('radio')).toHaveLength(5);
    expect(within(encodings!).getByText('as macintosh')).toBeTruthy();
    await userEvent.click(within(encodings!).getAllByRole('radio')[0]!);
    await userEvent.click(within(numbers!).getAllByRole('radio')[1]!);
    await userEvent.click(go);
    expect(await within(dialog).findByText('admin.import.headerRow')).toBeTruthy();
    const sent = () =>
      calls
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => JSON.parse(String((body as FormData).get('choices'))) as unknown);
    expect(sent()).toEqual([{}, { encoding: 'big5', 'numbers:price': ',' }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'admin.import.ask.again' }));
    await within(dialog).findAllByRole('radiogroup');
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(sent().at(-1)).toEqual({});
  });
});

it('says that the import failed and why a file is refused, and lets another one be chosen', async () => {
  await renderAdmin(<ResourceList resource="book" />, {
    answers: { ...list, ...offer(null), [`POST ${PATH}`]: () => ({ statusCode: 400, message: 'Only .csv and .xlsx' }) },
  });
  const dialog = await open();
  const input = await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'books.csv', { type: 'text/csv' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('admin.import.failedOnly .csv and .xlsx');
  expect(within(dialog).getByLabelText('admin.import.choose', { selector: 'input' })).toBeTruthy();
});

it('takes tables only: a picture is not even sent', async () => {
  const { calls } = await renderAdmin(<ResourceList resource="book" />, {
    answers: { ...list, ...offer(null), [`POST ${PATH}`]: () => ({ data: CHECKED }) },
  });
  const dialog = await open();
  const input = await within(dialog).findByLabelText('admin.import.choose', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'car.png', { type: 'image/png' }));
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.upload(input, new File(['Title'], 'books.csv', { type: 'text/csv' }));
  await within(dialog).findByText('admin.import.file');
  expect(within(dialog).getByRole('button', { name: 'admin.import.run' })).toHaveProperty('disabled', false);
});

it('is offered only to those who may import', async () => {
  await renderAdmin(<ResourceList resource="book" />, { answers: list, permissions: ['book-list', 'book-export'] });
  await screen.findByText('Dune');
  expect(screen.queryByText('admin.action.import')).toBeNull();
  expect(screen.getByText('ra.action.export')).toBeTruthy();
});
