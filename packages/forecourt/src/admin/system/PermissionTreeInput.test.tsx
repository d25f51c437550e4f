import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { platformCodes } from '../../platform/index.ts';
import role from '../../platform/resources/role.ts';
import schema from '../../platform/schemas/role.json';
import type { EntitySchema, ResourceDeclaration } from '../../model/index.ts';
import FormDialog from '../form/FormDialog.tsx';
import type { WholeSource } from '../testing/adminSource.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { registerSystemComponents } from './index.ts';

registerSystemComponents();

const source: WholeSource = {
  schemas: { role: () => Promise.resolve(schema as unknown as EntitySchema) },
  resources: [role] as readonly ResourceDeclaration<never>[],
  codes: platformCodes,
};
const node = (id: number, title: string, path: string, children: readonly object[] = []) => ({
  ...{ id, title, path, children },
});
/** Two groups, each with pages that have actions. */
const TREE = [
  node(1, 'Library', '', [
    node(2, 'Books', 'book-list', [node(3, 'Add', 'book-add'), node(4, 'Edit', 'book-edit')]),
    node(5, 'Authors', 'author-list'),
  ]),
  node(6, 'System', '', [
    node(7, 'Users', 'user-list', [node(8, 'Lock', 'user-disable')]),
    node(9, 'Roles', 'role-list'),
  ]),
];

async function open() {
  const view = await renderAdmin(<FormDialog resource="role" id={5} onClose={() => undefined} />, {
    source,
    resource: 'role',
    answers: {
      'GET /role/list': () => ({ data: { list: [{ id: 5, name: 'Tree', code: 'tree', menuIds: [] }], total: 1 } }),
      'GET /role/permission': () => ({ data: { tree: TREE, checked: [] } }),
      'POST /role/save': () => ({ data: { id: 5 } }),
    },
  });
  const tree = await screen.findByRole('tree');
  /** A branch says beside its name how much of it is ticked. */
  const item = (name: string) => within(tree).getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
  const ticked = (...names: string[]) => names.map((name) => item(name).getAttribute('aria-checked'));
  return { ...view, tree, item, ticked };
}

it('ticking an action ticks its page and half-ticks what is above; by mouse and by keys, sent when it is saved', async () => {
  const { tree, item, ticked, calls } = await open();
  const find = screen.getByRole('searchbox', { name: 'admin.permissions.filter' });
  await userEvent.type(find, 'book-edit');
  await waitFor(() => expect(within(tree).queryByText('System')).toBeNull());
  await userEvent.click(item('Edit'));
  expect(ticked('Edit', 'Books', 'Library')).toEqual(['true', 'mixed', 'mixed']);
  await userEvent.clear(find);
  await userEvent.click(screen.getByRole('button', { name: 'admin.permissions.collapseAll' }));
  await waitFor(() => expect(within(tree).queryByText('Edit')).toBeNull());
  tree.focus();
  await userEvent.keyboard('{End}{ArrowRight}{ArrowDown} ');
  expect(ticked('System', 'Users')).toEqual(['mixed', 'mixed']);
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/role/save')?.body).toMatchObject({ id: 5, menuIds: [1, 2, 4, 6, 7] }),
  );
});
