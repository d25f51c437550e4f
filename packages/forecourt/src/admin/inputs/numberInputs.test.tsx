import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import ResourceForm from '../form/ResourceForm.tsx';

strictConsole();

const AT = '2026-01-02 03:04:05.678901';
const STORED = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'Dune',
  state: 0,
  chip: '9223372036854775807',
  at: AT,
};

const source = {
  ...testSource,
  schemas: {
    ...testSource.schemas,
    book: async () => {
      const book = await testSource.schemas['book']!();
      const { title, state } = book.properties;
      return {
        ...book,
        properties: {
          ...book.properties,
          title: title!,
          state: state!,
          chip: { type: 'integer', format: 'int64' },
          at: { type: 'string', format: 'date-time', 'x-precision': 6 },
        },
      } as typeof book;
    },
  },
  resources: testSource.resources.map((one) =>
    one.schema === 'book' ? { ...one, form: { groups: [{ key: 'main', fields: ['title', 'chip', 'at'] }] } } : one,
  ) as typeof testSource.resources,
};
const answers = { 'GET /books/info/5': () => ({ data: STORED }), 'POST /books/save': () => ({ data: { id: 5 } }) };
const open = async () => {
  const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, { source, answers });
  await screen.findByLabelText(/^Chip/);
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);
};
const chip = (): HTMLInputElement => screen.getByLabelText(/^Chip/);
const at = (): HTMLInputElement => screen.getByLabelText(/^At/);
const save = () => userEvent.click(screen.getByText('ra.action.save'));
const type = async (input: HTMLInputElement, text: string): Promise<void> => {
  await userEvent.clear(input);
  await userEvent.type(input, text);
  await userEvent.tab();
};

it('sends back all digits of a number and of a time that nobody touched', async () => {
  const posted = await open();
  expect([chip().value, at().value]).toEqual(['9223372036854775807', AT]);
  await userEvent.click(at());
  await userEvent.tab();
  await type(screen.getByLabelText(/^Title/), 'Dune again');
  await save();
  await waitFor(() => expect(posted()).toMatchObject([{ title: 'Dune again', chip: '9223372036854775807', at: AT }]));
});

it.each([
  ['9,007,199,254,740,993', '9007199254740993', '9007199254740993'],
  ['9007199254740991', '9007199254740991', 9_007_199_254_740_991],
  ['-0012', '-12', -12],
])('takes %s for %s and sends %j', async (typed, shown, sent) => {
  const posted = await open();
  await type(chip(), typed);
  expect(chip().value).toBe(shown);
  await save();
  await waitFor(() => expect(posted()).toMatchObject([{ chip: sent }]));
});

it.each(['9223372036854775808', '1.5', '1e3', 'twelve'])('refuses %s where it is typed', async (typed) => {
  const posted = await open();
  await type(chip(), typed);
  await save();
  expect(await screen.findByText('admin.validation.integer')).toBeTruthy();
  expect(chip().value).toBe(typed);
  expect(posted()).toEqual([]);
});

it.each([
  ['2026-01-02 03:04:05.5', '2026-01-02 03:04:05.500000'],
  ['2026-01-02 3:04', '2026-01-02 03:04:00.000000'],
])('takes %s for %s', async (typed, sent) => {
  const posted = await open();
  await type(at(), typed);
  expect(at().value).toBe(sent);
  await save();
  await waitFor(() => expect(posted()).toMatchObject([{ at: sent }]));
});
