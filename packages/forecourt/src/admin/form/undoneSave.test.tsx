import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { WholeSource } from '../testing/adminSource.ts';
import { testSource } from '../testing/adminModel.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const source: WholeSource = {
  ...testSource,
  schemas: {
    ...testSource.schemas,
    book: async () => ({ ...(await testSource.schemas['book']!()), 'x-history': true }),
  },
};
const STORED = { id: 5, updateTime: '2027-01-01 10:00:00', title: 'Dune', state: 0, price: 1, phone: '', reason: '', fromDate: '', toDate: '', shopId: null, shopName: '' }; // prettier-ignore
const PATH = '/resources/book/5/history';
const entry = (id: number, restorable: boolean) => ({ id, restorable, changes: [] });

async function saveAndUndo(restored: () => Reply, list = [entry(12, false), entry(11, true)], of = source) {
  let stored = STORED;
  const { calls } = await renderAdmin(<ResourceForm resource="book" id={5} />, {
    source: of,
    answers: {
      'GET /books/info/5': () => ({ data: stored }),
      'POST /books/save': ({ body }: Call) => {
        stored = { ...STORED, ...(body as object), updateTime: '2027-01-01 11:00:00' };
        return { data: { id: 5 } };
      },
      [`GET ${PATH}`]: () => ({ data: { list, totalPage: 1 } }),
      [`POST ${PATH}/11/restore`]: restored,
    },
  });
  await userEvent.type(await screen.findByLabelText(/^Title/), ' II');
  await userEvent.click(screen.getByText('ra.action.save'));
  await screen.findByText('Dune II · admin.form.updated');
  const undo = () => userEvent.click(screen.getByRole('button', { name: 'ra.action.undo' }));
  return { undo, restores: () => calls.filter(({ path }) => path === `${PATH}/11/restore`).map(({ body }) => body) };
}

it('a saved edit can be taken back from its message: the version before is restored as the record was saved', async () => {
  const { undo, restores } = await saveAndUndo(() => ({ message: 'Restored' }));
  await undo();
  await screen.findByText('Restored');
  expect(restores()).toEqual([{ updateTime: '2027-01-01 11:00:00' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ra.action.undo' })).toBeNull());
});

it('says why it is not taken back when somebody changed the record since', async () => {
  const { undo } = await saveAndUndo(() => ({ status: 409, message: 'Changed meanwhile' }));
  await undo();
  await screen.findByText('Changed meanwhile');
});

it('offers nothing where there is no version to come back to', async () => {
  await saveAndUndo(() => ({}), [entry(12, false)]);
  expect(screen.queryByRole('button', { name: 'ra.action.undo' })).toBeNull();
});

it('offers nothing where the schema keeps no history', async () => {
  await saveAndUndo(() => ({}), [], testSource);
  expect(screen.queryByRole('button', { name: 'ra.action.undo' })).toBeNull();
});
