import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { platformCodes } from '../../platform/index.ts';
import menu from '../../platform/resources/menu.ts';
import schema from '../../platform/schemas/menu.json';
import type { EntitySchema, ResourceDeclaration } from '../../model/index.ts';
import type { WholeSource } from '../testing/adminSource.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import MenuTree from './MenuTree.tsx';

interface Entry {
  readonly id: number;
  readonly title: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const source: WholeSource = {
  schemas: { menu: () => Promise.resolve(schema as unknown as EntitySchema) },
  resources: [menu] as readonly ResourceDeclaration<never>[],
  codes: platformCodes,
};
const titled = (text: string): Entry['title'] => ({ 'zh-CN': text, 'en-US': text, 'th-TH': text });
const PAGE = { id: 3, parentId: null, type: 2, path: 'book-list', url: '/books', icon: '', sort: 10, status: 1 };

/** The tree over a server that keeps what is saved. */
async function open() {
  let actions: readonly Entry[] = [];
  const page = (): Entry => ({ ...PAGE, title: titled('Books'), children: actions });
  const view = await renderAdmin(<MenuTree resource="menu" />, {
    source,
    resource: 'menu',
    answers: {
      'GET /menu/list': ({ query }) => {
        const found = actions.filter(({ id }) => String(id) === query['id']);
        return { data: query['id'] ? { list: found, total: found.length } : { list: [page()] } };
      },
      'GET /menu/options': () => ({ data: [{ id: 3, title: 'Books', type: 2, path: 'book-list' }] }),
      'POST /menu/save': ({ body }) => {
        const { id = 12, ...values } = body as Partial<Entry>;
        actions = [{ ...actions[0], ...values, id, children: [] } as unknown as Entry];
        return { data: { id } };
      },
    },
  });
  return { ...view, saved: () => view.calls.filter(({ path }) => path === '/menu/save') };
}

it('adds an action below a page and renames it, by all fields of an entry', async () => {
  const { saved } = await open();
  expect((await screen.findByRole('columnheader', { name: 'Id' })).tagName).toBe('TH');
  await userEvent.click(await screen.findByRole('button', { name: 'admin.list.create' }));
  const form = within(await screen.findByRole('dialog'));
  // A page, as a new entry is: with an address and an icon; an action has neither.
  for (const field of [/^Url/, /^Icon/]) expect(form.getByLabelText(field)).toBeTruthy();
  await userEvent.click(form.getByRole('radio', { name: 'codes.menuType.3' }));
  await waitFor(() => expect(form.queryByLabelText(/^Url/)).toBeNull());
  await userEvent.type(form.getByRole('combobox', { name: /^Parent/ }), 'Books');
  await userEvent.click(await screen.findByRole('option', { name: /book/i }));
  for (const [language, text] of [
    ['Zh cn', '借出'],
    ['En us', 'Lend'],
    ['Th th', 'ให้ยืม'],
  ] as const)
    await userEvent.type(form.getByLabelText(language), text);
  await userEvent.type(form.getByLabelText(/^Path/), 'book-lend');
  await userEvent.clear(form.getByLabelText(/^Sort/));
  await userEvent.type(form.getByLabelText(/^Sort/), '20');
  await userEvent.click(form.getByRole('button', { name: 'ra.action.save' }));
  const title = { 'zh-CN': '借出', 'en-US': 'Lend', 'th-TH': 'ให้ยืม' };
  await waitFor(() =>
    expect(saved().map(({ body }) => body)).toEqual([
      expect.objectContaining({ parentId: 3, type: 3, title, path: 'book-lend', sort: 20, status: 1 }),
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Books' }));
  const row = within((await screen.findByText('借出')).closest('tr')!);
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent).slice(0, 4)).toEqual(['借出', '12', 'codes.menuType.3', 'book-lend']); // prettier-ignore
  await userEvent.click(row.getByRole('button', { name: 'ra.action.edit' }));
  const name = await within(await screen.findByRole('dialog')).findByLabelText('Zh cn');
  await userEvent.clear(name);
  await userEvent.type(name, '出借');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ra.action.save' }));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]!.body).toMatchObject({ id: 12, title: { ...title, 'zh-CN': '出借' } });
});
