// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineResource, type EntitySchema, type ResourceDeclaration } from '../../model/index.ts';
import ResourceList from '../list/ResourceList.tsx';
import { resourceRoutes } from '../resourceRoutes.tsx';
import { createAdminModel } from '../model/adminModel.ts';
import { NO_LABELS } from '../model/resourceLabels.ts';
import { adminSource, type WholeSource } from '../testing/adminSource.ts';
import type { Call } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import FurtherPage from './FurtherPage.tsx';

strictConsole();
beforeEach(() => window.history.replaceState(null, '', '/'));

const text = { type: 'string', maxLength: 40 } as const;
const shelf: EntitySchema = { type: 'object', 'x-title': ['name'], properties: { name: text, room: text } };
const jar: EntitySchema = {
  type: 'object',
  required: ['shelfId'],
  properties: { shelfId: { type: 'integer', 'x-ref': { resource: 'shelf' } }, content: text },
};
const label: EntitySchema = {
  type: 'object',
  properties: { shelfId: { type: 'integer', 'x-ref': { resource: 'shelf' } }, colour: text },
};
const resource = defineResource<Record<string, unknown>>;
const PAGES = [
  { path: '/shelf/jars/:id', list: 'jar.shelfId' },
  { path: '/shelf/label/:id', document: 'label' },
  { path: '/shelf/room/:id', groups: ['place'], permission: 'enable' as const },
];
const source: WholeSource = {
  schemas: {
    shelf: () => Promise.resolve(shelf),
    jar: () => Promise.resolve(jar),
    label: () => Promise.resolve(label),
  },
  resources: [
    resource({
      schema: 'shelf',
      route: { list: '/shelf', edit: '/shelf/edit' },
      pages: PAGES,
      api: { list: '/shelf/list', info: '/shelf/info/{id}', save: '/shelf/save', delete: '/shelf/delete/{id}' },
      form: {
        groups: [
          { key: 'main', fields: ['name'] },
          { key: 'place', fields: ['room'] },
        ],
      },
    }),
    resource({
      schema: 'jar',
      api: { list: '/jar/list', save: '/jar/save' },
      list: { columns: ['content', 'shelfId'], filters: ['shelfId', 'content'] },
      form: { layout: 'dialog' },
    }),
    resource({ schema: 'label', api: { info: '/label/{id}', save: '/label/save' }, route: {} }),
  ] as readonly ResourceDeclaration<never>[],
  codes: {},
};
const page = (index: number) => <FurtherPage resource="shelf" id={7} page={PAGES[index]!} />;
const SHELF = { id: 7, name: 'Upper', room: 'Cellar', updateTime: '2026-01-02 03:04:05' };
const answers = {
  'GET /shelf/info/7': () => ({ data: SHELF }),
  'GET /shelf/list': () => ({ data: { list: [SHELF], total: 1 } }),
  'GET /jar/list': () => ({ data: { list: [{ id: 31, shelfId: 7, shelfName: 'Upper', content: 'Plums' }], total: 1 } }),
  'GET /label/7': () => ({ data: { id: 7, shelfId: 7, colour: 'red', updateTime: '2026-02-03 04:05:06' } }),
  'POST /jar/save': () => ({ data: null }),
  'POST /label/save': () => ({ data: null }),
  'POST /shelf/save': () => ({ data: null }),
};
const sent = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body);

describe('the list of what points at a record', () => {
  it('asks for these rows only, and says the record in the title instead of in every row', async () => {
    const { calls } = await renderAdmin(page(0), { source, answers, at: '/shelf/jars/7' });
    await screen.findByText('Plums');
    expect(calls.find(({ path }) => path === '/jar/list')?.query).toMatchObject({ shelfId: '7' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Upper · Jars/);
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers.some((header) => header?.includes('Shelf'))).toBe(false);
  });

  it('makes a record of this parent in a dialog over itself, without asking for the parent', async () => {
    const { calls, router } = await renderAdmin(page(0), { source, answers, at: '/shelf/jars/7' });
    await userEvent.click(await screen.findByRole('link', { name: 'admin.list.create' }));
    expect(router.state.location).toMatchObject({ pathname: '/shelf/jars/7', search: '?form=new' });
    const dialog = within(await screen.findByRole('dialog'));
    const [content, ...others] = await dialog.findAllByRole('textbox');
    expect(others).toEqual([]);
    await userEvent.type(content!, 'Pears');
    await userEvent.click(dialog.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() => expect(sent(calls, '/jar/save')).toEqual([{ shelfId: 7, content: 'Pears' }]));
  });
});

describe('the document of a record', () => {
  it('is asked for and saved under the id of the record, and stays open', async () => {
    const { calls, router } = await renderAdmin(page(1), { source, answers, at: '/shelf/label/7' });
    const colour = await screen.findByDisplayValue('red');
    await userEvent.clear(colour);
    await userEvent.type(colour, 'blue');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() =>
      expect(sent(calls, '/label/save')).toEqual([
        expect.objectContaining({ id: 7, colour: 'blue', updateTime: '2026-02-03 04:05:06' }),
      ]),
    );
    expect(router.state.location.pathname).toBe('/shelf/label/7');
  });
});

describe('some groups of the form', () => {
  it('save their own fields only', async () => {
    const { calls } = await renderAdmin(page(2), { source, answers, at: '/shelf/room/7' });
    const room = await screen.findByDisplayValue('Cellar');
    expect(screen.queryByDisplayValue('Upper')).toBeNull();
    await userEvent.type(room, ' 2');
    await userEvent.click(screen.getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() =>
      expect(sent(calls, '/shelf/save')).toEqual([{ id: 7, room: 'Cellar 2', updateTime: SHELF.updateTime }]),
    );
  });
});

describe('the way to further pages', () => {
  it('is the menu of the row, between editing and deleting, and a line below the title of each', async () => {
    await renderAdmin(<ResourceList resource="shelf" />, { source, answers, resource: 'shelf' });
    await userEvent.click(await screen.findByRole('button', { name: 'admin.action.more' }));
    expect(
      (await screen.findAllByRole('menuitem')).map((item) => [item.textContent, item.getAttribute('href')]),
    ).toEqual([
      ['Jars', '/shelf/jars/7'],
      ['Label', '/shelf/label/7'],
      ['Room', '/shelf/room/7'],
      ['ra.action.delete', null],
    ]);
  });

  it('is there for those only who may open them', async () => {
    await renderAdmin(page(0), { source, answers, permissions: ['jar-list', 'shelf-detail', 'shelf-edit'] });
    const links = within(await screen.findByRole('navigation')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['ra.action.edit', null],
      ['Jars', 'page'],
      ['Label', null],
    ]);
  });

  it('is a route of its own permission', () => {
    const routes = resourceRoutes({ model: createAdminModel(adminSource(source)), labels: NO_LABELS });
    expect(routes.filter(({ path }) => path.endsWith(':id')).map(({ path, permission }) => [path, permission])).toEqual(
      [
        ['/shelf/jars/:id', 'shelf-edit'],
        ['/shelf/label/:id', 'shelf-edit'],
        ['/shelf/room/:id', 'shelf-enable'],
      ],
    );
  });
});
