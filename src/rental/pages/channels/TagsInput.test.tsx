// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import schema from '../../../../schemas/tagSetting.json';
import { FormDialog, strictConsole } from 'forecourt/testing';
import { registerComponents } from 'forecourt/admin';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import TagsInput from './TagsInput.tsx';

strictConsole();
registerComponents({ eager: { TagsInput } });

const TAGS = [
  { id: 1, name: 'Free cancellation', code: 'freeCancellation', sort: 1 },
  { id: 2, name: 'Confirmed at once', code: 'confirmedAtOnce', sort: 2 },
  { id: 5, name: 'Chinese-speaking staff', code: 'chineseSpeaking', sort: 5 },
];
const SETTING = {
  id: 3,
  storeId: 1,
  storeName: 'Phuket Airport',
  subModelId: 4,
  subModelName: 'Yaris',
  tagIds: [2],
  status: 1,
};

it('offers the tags that the server names, and saves the ids of those that were chosen', async () => {
  const { sent, calls } = await renderDesk(
    () => <FormDialog resource="tagSetting" id={3} onClose={() => undefined} />,
    {
      schemas: { tagSetting: schema as unknown as EntitySchema },
      answers: {
        'GET /basics/tags': () => ({ data: TAGS }),
        'GET /channels/settag/list': () => ({ data: { list: [SETTING], total: 1 } }),
        'POST /channels/settag/save': () => ({ data: { id: 3, updateTime: '2027-01-01 10:00:00' } }),
      },
    },
  );
  const dialog = within(await screen.findByRole('dialog'));
  const box = await dialog.findByRole('combobox', { name: 'Tags' });
  await waitFor(() => expect(box.textContent).toBe('Confirmed at once'));
  expect(calls.filter(({ path }) => path === '/basics/tags')).toMatchObject([{ method: 'GET' }]);
  await userEvent.click(box);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(TAGS.map(({ name }) => name));
  await userEvent.click(options[2]!);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('/channels/settag/save')).toMatchObject([{ id: 3, tagIds: [2, 5] }]));
});
