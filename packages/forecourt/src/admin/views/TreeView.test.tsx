import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntitySchema } from '../../model/index.ts';
import ResourceForm from '../form/ResourceForm.tsx';
import ResourceList from '../list/ResourceList.tsx';
import { testSource } from '../testing/adminModel.ts';
import type { Call } from '../testing/fakeServer.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { loadView } from './testing/showView.tsx';

strictConsole();
beforeAll(() => loadView('tree'));

const folder: EntitySchema = {
  type: 'object',
  'x-tree': 'parentId',
  'x-search': ['name'],
  properties: { name: { type: 'string' }, parentId: { type: 'integer', 'x-ref': { resource: 'folder' } } },
};
const source = { ...testSource, schemas: { folder: () => Promise.resolve(folder) }, resources: [] };
const row = (id: number, name: string, parentId: number | null, hasChildren: boolean) => ({
  id,
  name,
  parentId,
  hasChildren,
});
const ROWS = [
  row(1, 'Plants', null, true),
  row(2, 'Stones', null, false),
  row(11, 'Trees', 1, true),
  row(12, 'Herbs', 1, false),
  row(111, 'Oak', 11, false),
];
const filterOf = ({ query }: Call): Record<string, unknown> =>
  JSON.parse(query['filter'] ?? '{}') as Record<string, unknown>;
const answers = {
  'GET /resources/folder': (call: Call) => {
    const { parentId, q, keyword } = filterOf(call);
    const word = (q ?? keyword) as string | undefined;
    const list = ROWS.filter((one) =>
      word
        ? one.name.includes(word)
        : parentId === undefined || one.parentId === (parentId === 'none' ? null : parentId),
    );
    return new Response(JSON.stringify(list), { headers: { 'Content-Range': `folder 0-9/${list.length}` } });
  },
};
const list = <ResourceList resource="folder" />;
const open = () => renderAdmin(list, { source, answers, at: '/resources/folder?view=tree', resource: 'folder' });
const names = () =>
  screen
    .getAllByRole('row')
    .flatMap((line) => within(line).queryAllByRole('link').slice(0, 1))
    .map((link) => link.textContent);
const lineOf = (name: string) => screen.getByText(name).closest('tr')!;

describe('the tree', () => {
  it('shows the top, and each level once it is opened, with one request', async () => {
    const { calls } = await open();
    await screen.findByText('Plants');
    expect(names()).toEqual(['Plants', 'Stones']);
    expect(lineOf('Plants').getAttribute('aria-expanded')).toBe('false');
    expect(lineOf('Stones').hasAttribute('aria-expanded')).toBe(false);
    await userEvent.click(within(lineOf('Plants')).getByRole('button', { name: 'ra.action.expand' }));
    await screen.findByText('Trees');
    expect(names()).toEqual(['Plants', 'Trees', 'Herbs', 'Stones']);
    expect(lineOf('Herbs').getAttribute('aria-level')).toBe('2');
    expect(calls.filter(({ path }) => path === '/resources/folder').map((call) => filterOf(call)['parentId'])).toEqual([
      'none',
      1,
    ]);
  });

  it('is walked, opened and closed by keyboard, and is one stop of the tab key', async () => {
    await open();
    await screen.findByText('Plants');
    const grid = screen.getByRole('treegrid');
    expect(grid.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1);
    lineOf('Plants').focus();
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('Trees');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(lineOf('Trees')));
    await userEvent.keyboard('{End}{ArrowUp}');
    await waitFor(() => expect(document.activeElement).toBe(lineOf('Herbs')));
    expect(grid.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(names()).toEqual(['Plants', 'Stones']));
    expect(document.activeElement).toBe(lineOf('Plants'));
  });

  it('shows what a search finds, wherever it lies', async () => {
    await open();
    await screen.findByText('Plants');
    await userEvent.type(await screen.findByRole('searchbox'), 'Oak{Enter}');
    await waitFor(() => expect(names()).toEqual(['Oak']));
  });
});

it('the input of the parent asks for rows that lie outside of the row itself', async () => {
  const { calls } = await renderAdmin(<ResourceForm resource="folder" id={11} />, {
    source,
    resource: 'folder',
    answers: {
      ...answers,
      'GET /resources/folder/11': () => new Response(JSON.stringify({ ...ROWS[2], parentName: 'Plants' })),
    },
  });
  await userEvent.click(await screen.findByRole('combobox'));
  await screen.findByRole('option', { name: /Stones/ });
  expect(calls.filter(({ path }) => path === '/resources/folder').map((call) => filterOf(call)['outside'])).toEqual([
    11,
  ]);
});
