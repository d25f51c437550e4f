import { screen, within } from '@testing-library/react';
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
const field = (name: string, label: string, needed = false, rights = ['hidden', 'masked', 'read', 'write']) => ({
  ...{ name, was: '', label, rights, needed },
});
const FIELDS = [
  { name: 'book', title: 'Books', fields: [field('title', 'Title', true), field('pages', 'Pages', false, ['hidden', 'read', 'write'])] }, // prettier-ignore
  { name: 'reader', title: 'Readers', fields: [field('phone', 'Telephone')] },
];

async function open(fieldRights: object | null = null) {
  const record = { id: 5, name: 'Tree', code: 'tree', menuIds: [], fieldRights };
  const view = await renderAdmin(<FormDialog resource="role" id={5} onClose={() => undefined} />, {
    source,
    resource: 'role',
    answers: {
      'GET /role/list': () => ({ data: { list: [record], total: 1 } }),
      'GET /role/permission': () => ({ data: { tree: [], checked: [] } }),
      'GET /role/fields': () => ({ data: FIELDS }),
      'POST /role/save': () => ({ data: { id: 5 } }),
    },
  });
  const books = await screen.findByRole('button', { name: /^Books/ });
  const choice = (line: string, right: string) =>
    within(screen.getByRole('radiogroup', { name: line })).getByRole('radio', { name: `admin.fieldRights.${right}` });
  return { ...view, books, choice };
}

it('lists resources, draws the fields of one that is opened, and sends what is taken and nothing else', async () => {
  const { books, choice, calls } = await open({ reader: { phone: 'masked' } });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await userEvent.click(books);
  expect(choice('Title', 'write')).toHaveProperty('checked', true);
  expect(within(screen.getByRole('radiogroup', { name: 'Pages' })).getAllByRole('radio')).toHaveLength(3);
  await userEvent.click(choice('Pages', 'hidden'));
  await userEvent.click(screen.getByRole('button', { name: /^Readers/ }));
  expect(choice('Telephone', 'masked')).toHaveProperty('checked', true);
  await userEvent.click(choice('Telephone', 'write'));
  await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
  await screen.findByText(/admin\.form\.updated/);
  expect(calls.find(({ path }) => path === '/role/save')?.body).toMatchObject({
    fieldRights: { book: { pages: 'hidden' } },
  });
});

it('says at a resource that the role makes no records where it may not write what they must have', async () => {
  const { books, choice } = await open();
  await userEvent.click(books);
  expect(screen.queryByRole('alert')).toBeNull();
  choice('Title', 'write').focus();
  await userEvent.keyboard('{ArrowLeft}');
  await userEvent.click(choice('Title', 'read'));
  expect(screen.getByRole('alert').textContent).toContain('admin.fieldRights.noCreate');
});

it('finds a resource or a field, and opens what is found', async () => {
  await open();
  const find = screen.getByRole('searchbox', { name: 'admin.fieldRights.filter' });
  await userEvent.type(find, 'telephone');
  expect(await screen.findByRole('radiogroup', { name: 'Telephone' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Books/ })).toBeNull();
  await userEvent.type(find, ' of nobody');
  expect(await screen.findByText('admin.fieldRights.nothing')).toBeTruthy();
});
