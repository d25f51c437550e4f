import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { EntitySchema, Relation, ResourceDeclaration } from '../../model/index.ts';
// Loads lazily: not within the time that a test waits.
import '../maps/GeoMap.tsx';
import { withResource } from '../testing/withResource.ts';
import { testSource } from '../testing/adminModel.ts';
import type { Call, Reply } from '../testing/fakeServer.ts';
import { stubMapBrowser } from '../testing/mapBrowser.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import ResourceShow from './ResourceShow.tsx';

strictConsole();

const text = { type: 'string', maxLength: 40 } as const;
const ref = (resource: string) => ({ type: 'integer', 'x-ref': { resource } }) as const;
/** Letters between people, of nothing but schemas. */
const schemas: Record<string, EntitySchema> = {
  person: { type: 'object', properties: { name: text, nick: { ...text, readOnly: true } } },
  letter: {
    type: 'object',
    required: ['subject'],
    properties: { fromId: ref('person'), toId: ref('person'), subject: text, weight: { type: 'integer' } },
  },
  gift: { type: 'object', properties: { what: text, personId: ref('person') } },
};
const source = {
  ...testSource,
  schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, () => Promise.resolve(schema)])),
  resources: [],
};
const RELATIONS: readonly Relation[] = [
  { resource: 'letter', field: 'fromId' },
  { resource: 'letter', field: 'toId' },
  { resource: 'gift', field: 'personId' },
];
const json = (body: unknown, headers = {}): Response => new Response(JSON.stringify(body), { headers });
const rows =
  (list: readonly object[], total = list.length) =>
  () =>
    json(list, { 'Content-Range': `letter 0-${list.length - 1}/${total}` });

const answers = (relations = RELATIONS): Record<string, (call: Call) => Reply> => ({
  'GET /resources/person/7': () =>
    json({ id: 7, name: 'Ada', nick: 'Countess', createTime: '2026-01-02 03:04:05', updateTime: '' }),
  'GET /resources/person/related': () => ({ data: relations }),
  'GET /resources/letter': rows([{ id: 31, fromId: 7, fromName: 'Ada', toId: 8, toName: 'Bo', subject: 'Hello' }], 25),
  'GET /resources/gift': rows([]),
});
const show = <ResourceShow resource="person" id={7} />;
const filterOf = ({ query }: Call): unknown => JSON.parse(query['filter'] ?? '{}');
const asked = (calls: readonly Call[], resource: string): readonly Call[] =>
  calls.filter(({ method, path }) => method === 'GET' && path === `/resources/${resource}`);

it('a group that is called as the only property in it says it once, and to a screen reader what the value is', async () => {
  await renderAdmin(<ResourceShow resource="book" id={1} />, {
    source: withResource('book', (book) => ({
      ...book,
      show: {
        groups: [
          { key: 'title', fields: ['title'] },
          { key: 'rest', fields: ['price'] },
        ],
      },
    })),
    answers: { 'GET /books/info/1': () => ({ data: { id: 1, title: 'Dune', price: 5 } }) },
  });
  const group = within(await screen.findByRole('region', { name: 'Title' }));
  expect(group.getByRole('heading').textContent).toBe('Title');
  const [label] = group.getAllByRole('term');
  expect(label!.textContent).toBe('Title');
  expect(getComputedStyle(label!).position).toBe('absolute');
  expect(getComputedStyle(screen.getByText('Price')).position).not.toBe('absolute');
});

it.each([
  [404, 'link', 'Book'],
  [500, 'button', 'admin.list.retry'],
] as const)('a record that does not come (%s) leaves a way on', async (status, role, name) => {
  await renderAdmin(<ResourceShow resource="book" id={9} />, {
    answers: { 'GET /books/info/9': () => ({ status, statusCode: status, message: 'No such record' }) },
  });
  expect(await screen.findByText('No such record')).toBeTruthy();
  const ways = within(screen.getByRole('alert'));
  expect([...ways.queryAllByRole('link'), ...ways.queryAllByRole('button')]).toEqual([ways.getByRole(role, { name })]);
  if (role === 'link') expect(ways.getByRole(role).getAttribute('href')).toBe('/books/list');
});

describe('a record with a place', () => {
  const spot: EntitySchema = {
    type: 'object',
    properties: {
      name: text,
      at: { type: 'object', 'x-widget': 'geo-point' },
      around: { type: 'object', 'x-widget': 'geo-area' },
    },
  };
  const placed = { ...source, schemas: { ...source.schemas, spot: () => Promise.resolve(spot) } };
  const showSpot = (record: object) =>
    renderAdmin(<ResourceShow resource="spot" id={1} />, {
      source: placed,
      resource: 'spot',
      answers: {
        'GET /resources/spot/1': () => json({ id: 1, name: 'Old Town', updateTime: '', ...record }),
        'GET /resources/spot/related': () => ({ data: [] }),
      },
    });

  it('shows it on the map beside its words, and no map without one', async () => {
    stubMapBrowser();
    const ring = [[100, 13], [101, 13], [101, 14], [100, 13]]; // prettier-ignore
    const { container, unmount } = await showSpot({
      at: { latitude: 13.75, longitude: 100.5 },
      around: { type: 'Polygon', coordinates: [ring] },
    });
    expect(await screen.findByRole('application')).toBeTruthy();
    await waitFor(() => expect(container.querySelector('.map-pin')).toBeTruthy());
    expect(container.querySelector('.leaflet-overlay-pane path')).toBeTruthy();
    unmount();
    await showSpot({ at: null, around: null });
    await screen.findAllByText('Old Town');
    expect(screen.queryByRole('application')).toBeNull();
  });
});

describe('the detail of a resource of nothing but a schema', () => {
  it('shows everything that may be read, and each list that points at it under a tab of its own name', async () => {
    await renderAdmin(show, { source, answers: answers() });
    expect(await screen.findByText('Countess')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ada');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Letter · From', 'Letter · To', 'Gift']);
  });

  it('offers to edit and to delete only what its state lets be edited and deleted', async () => {
    const states = { field: 'mood', initial: 1, transitions: [], editable: [1, 2], deletable: [1] };
    const person: EntitySchema = {
      ...schemas['person']!,
      properties: { ...schemas['person']!.properties, mood: { type: 'integer', enum: [1, 2, 3] } },
      'x-states': states,
    };
    const offered = async (mood: number): Promise<readonly string[]> => {
      const { unmount } = await renderAdmin(show, {
        source: { ...source, schemas: { ...source.schemas, person: () => Promise.resolve(person) } },
        answers: { ...answers([]), 'GET /resources/person/7': () => json({ id: 7, name: 'Ada', mood }) },
      });
      await screen.findByRole('heading', { level: 1 });
      const verbs = ['edit', 'delete'].filter((verb) => screen.queryByText(`ra.action.${verb}`) !== null);
      unmount();
      return verbs;
    };
    expect([await offered(1), await offered(2), await offered(3)]).toEqual([['edit', 'delete'], ['edit'], []]);
  });

  it('lets the next step stand out; what is taken now and then, what cannot be taken back and Delete are in a menu', async () => {
    const when = { properties: { nick: { enum: ['Countess'] } } };
    const declared: ResourceDeclaration = {
      schema: 'person',
      actions: [
        { name: 'rename', post: '/person/rename', when, aside: true },
        { name: 'banish', post: '/person/banish', when, danger: true },
        { name: 'crown', post: '/person/crown', when },
      ],
    };
    const { calls } = await renderAdmin(show, {
      source: { ...source, resources: [declared] },
      answers: { ...answers([]), 'POST /person/rename': () => ({ data: null }) },
    });
    await screen.findByText('Countess');
    const open = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')]
      .filter(({ parentElement, textContent }) => parentElement?.childElementCount === 5 && textContent !== '')
      .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    expect(open.map(({ textContent }) => textContent)).toEqual(['Crown', 'ra.action.edit', 'admin.action.more']);
    expect(open.map(({ className }) => className.includes('contained'))).toEqual([true, false, false]);

    await userEvent.click(open[2]!);
    const menu = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(menu).toEqual(['Rename', 'Banish', 'ra.action.delete']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await waitFor(() => expect(calls.some(({ path }) => path === '/person/rename')).toBe(true));
    await userEvent.click(open[2]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'ra.action.delete' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('leaves two of them where they are', async () => {
    const declared: ResourceDeclaration = {
      schema: 'person',
      actions: [{ name: 'rename', post: '/person/rename', aside: true }],
    };
    await renderAdmin(show, { source: { ...source, resources: [declared] }, answers: answers([]) });
    await screen.findByText('Countess');
    for (const name of ['Rename', 'ra.action.delete']) expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.queryByText('admin.action.more')).toBeNull();
  });

  it('asks for a list when its tab is opened, once, and leaves out the column that leads back', async () => {
    const { calls } = await renderAdmin(show, { source, answers: answers() });
    const link = await screen.findByRole('link', { name: 'Hello' });
    expect(link.getAttribute('href')).toBe('/resources/letter/31');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).not.toContain('From');
    expect(asked(calls, 'letter').map(filterOf)).toEqual([{ fromId: 7 }]);
    expect(asked(calls, 'gift')).toEqual([]);

    await userEvent.click(screen.getByRole('tab', { name: 'Gift' }));
    expect(await screen.findByText('admin.list.none')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Letter · From' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Gift' }));
    expect(asked(calls, 'gift').map(filterOf)).toEqual([{ personId: 7 }]);
    expect(asked(calls, 'letter')).toHaveLength(1);
  });

  it('turns pages and sorts a list by itself', async () => {
    const { calls, router } = await renderAdmin(show, { source, answers: answers() });
    await screen.findByRole('link', { name: 'Hello' });
    await userEvent.click(await screen.findByRole('button', { name: 'ra.navigation.next' }));
    await waitFor(() => expect(asked(calls, 'letter').at(-1)!.query['range']).toBe('[10,19]'));
    await userEvent.click(within(screen.getByRole('table')).getByText('Subject'));
    await waitFor(() => expect(asked(calls, 'letter').at(-1)!.query['sort']).toBe('["subject","ASC"]'));
    expect(filterOf(asked(calls, 'letter').at(-1)!)).toEqual({ fromId: 7 });
    expect(router.state.location.search).toBe('');
  });

  it('adds a record that points here, and shows it', async () => {
    const { calls } = await renderAdmin(show, {
      source,
      answers: {
        ...answers(),
        'POST /resources/letter': ({ body }) => json({ id: 32, ...(body as object) }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'admin.list.create' }));
    const form = await screen.findByRole('dialog');
    await userEvent.type(await within(form).findByLabelText(/Subject/), 'Dear Bo');
    await userEvent.click(within(form).getByRole('button', { name: 'ra.action.save' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ fromId: 7, subject: 'Dear Bo' }),
    );
    const posted = calls.findIndex(({ method }) => method === 'POST');
    await waitFor(() => expect(asked(calls.slice(posted), 'letter').map(filterOf)).toContainEqual({ fromId: 7 }));
  });

  it('is edited over itself', async () => {
    const { router } = await renderAdmin(show, { source, answers: answers(), at: '/resources/person/7' });
    await userEvent.click(await screen.findByRole('link', { name: 'ra.action.edit' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/resources/person/7', search: '?form=7' });
  });

  it('offers lists and buttons to those only who may use them', async () => {
    await renderAdmin(show, { source, answers: answers(), permissions: ['person-detail', 'letter-list'] });
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Letter · From', 'Letter · To']);
    expect((await screen.findByText('Hello')).closest('a')).toBeNull();
    expect(screen.queryByRole('button', { name: 'admin.list.create' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'ra.action.edit' })).toBeNull();
  });

  it('shows a single list without tabs, and none where nothing points here', async () => {
    const one = await renderAdmin(show, { source, answers: answers([RELATIONS[2]!]) });
    expect(await screen.findByRole('heading', { level: 2, name: /Gift/ })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    one.unmount();
    await renderAdmin(show, { source, answers: answers([]) });
    await screen.findByText('Countess');
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('keeps the record in sight when a list fails, and tries again', async () => {
    let works = false;
    await renderAdmin(show, {
      source,
      answers: {
        ...answers(),
        'GET /resources/letter': (call) => (works ? answers()['GET /resources/letter']!(call) : new Error('no line')),
      },
    });
    const retry = await screen.findByRole('button', { name: 'admin.list.retry' });
    expect(screen.getByText('Countess')).toBeTruthy();
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('Hello')).toBeTruthy();
  });
});

it('a declared list is not asked of the server, and a form page gets its reference by the address', async () => {
  const declared = withResource('shop', (shop) => ({
    ...shop,
    route: { ...shop.route, show: '/basics/shop/:id' },
    api: { ...shop.api, info: '/basics/shop/info/{id}' },
    show: { related: ['book.shopId'] },
  }));
  const { calls } = await renderAdmin(<ResourceShow resource="shop" id={4} />, {
    source: declared,
    answers: {
      'GET /basics/shop/info/4': () => ({ data: { id: 4, shopName: 'Old Town', city: 'X' } }),
      'GET /books/list': () => ({ data: { list: [{ id: 1, title: 'Dune', state: 0, shopId: 4 }], total: 1 } }),
    },
  });
  expect((await screen.findByRole('link', { name: 'Dune' })).getAttribute('href')).toBe('/books/detail/1');
  expect(calls.some(({ path }) => path.endsWith('/related'))).toBe(false);
  expect(screen.getByRole('link', { name: 'admin.list.create' }).getAttribute('href')).toBe(
    `/books/add?source=${encodeURIComponent('{"shopId":4}')}`,
  );
});
