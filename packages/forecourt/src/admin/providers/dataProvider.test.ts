import { describe, expect, it } from 'vitest';
import { fakeServer, memoryStorage, type Call, type Reply } from '../testing/fakeServer.ts';
import { testModel } from '../testing/adminModel.ts';
import { createDataProvider } from './dataProvider.ts';
import { createHttp } from './http.ts';

function providerOver(answers: Readonly<Record<string, (call: Call) => Reply>>) {
  const server = fakeServer(answers);
  const http = createHttp({
    token: () => 'secret',
    language: () => 'th-TH',
    forbiddenTitle: () => 'Forbidden',
    fetch: server.fetch,
    storage: memoryStorage(),
  });
  return { provider: createDataProvider({ model: testModel(), http }), http, ...server };
}

const PAGE = { pagination: { page: 2, perPage: 20 }, sort: { field: 'title', order: 'DESC' as const } };

describe('dataProvider in house dialect', () => {
  it('asks for a page with flat filters, token and language, and answers rows and total', async () => {
    const { provider, calls } = providerOver({ 'GET /books/list': () => ({ data: { list: [{ id: 1 }], total: 41 } }) });
    const answer = await provider.getList('book', {
      ...PAGE,
      filter: { state: [0, 1], keyword: 'x', fromDateStart: '2027-01-01', empty: '' },
    });
    expect(answer).toEqual({ data: [{ id: 1 }], total: 41 });
    expect(calls[0]!.query).toEqual({
      pageNo: '2',
      pageSize: '20',
      sortField: 'title',
      sortOrder: 'descend',
      state: '0,1',
      keyword: 'x',
      fromDateStart: '2027-01-01',
    });
    expect(calls[0]!.headers.get('Authorization')).toBe('Bearer secret');
    expect(calls[0]!.headers.get('Accept-Language')).toBe('th-TH');
  });

  it('says when the server stopped counting', async () => {
    const { provider } = providerOver({
      'GET /books/list': () => ({ data: { list: [], total: 10_001, totalAtLeast: true } }),
    });
    expect((await provider.getList('book', { ...PAGE, filter: {} })).meta).toEqual({ totalAtLeast: true });
  });

  it('cuts a bare list to the page that was asked for', async () => {
    const { provider } = providerOver({ 'GET /books/list': () => ({ data: [1, 2, 3].map((id) => ({ id })) }) });
    expect(await provider.getList('book', { ...PAGE, pagination: { page: 2, perPage: 2 }, filter: {} })).toEqual({
      data: [{ id: 3 }],
      total: 3,
    });
  });

  it('reads one record by its info path, and by the list where there is none', async () => {
    const { provider, calls } = providerOver({
      'GET /books/info/7': () => ({ data: { id: 7, title: 'A' } }),
      'GET /basics/shop/list': ({ query }) => ({ data: { list: [{ id: Number(query['id']) }], total: 1 } }),
    });
    expect((await provider.getOne('book', { id: 7 })).data).toEqual({ id: 7, title: 'A' });
    expect((await provider.getOne('shop', { id: 3 })).data).toEqual({ id: 3 });
    expect(calls[1]!.query['id']).toBe('3');
  });

  it('saves without id to create and with id to change, then reads the record again', async () => {
    const { provider, calls } = providerOver({
      'POST /books/save': () => ({ data: { id: 9 } }),
      'GET /books/info/9': () => ({ data: { id: 9, title: 'kept' } }),
    });
    expect((await provider.create('book', { data: { title: 'new' } })).data).toEqual({ id: 9, title: 'kept' });
    await provider.update('book', { id: 9, data: { title: 'other' }, previousData: { id: 9 } });
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { title: 'new' },
      { title: 'other', id: 9 },
    ]);
  });

  it('saves of a whole record what differs, over the version that was read', async () => {
    const { provider, calls } = providerOver({
      'POST /books/save': () => ({ data: { id: 9 } }),
      'GET /books/info/9': () => ({ data: { id: 9 } }),
    });
    const read = { id: 9, title: 'A', tags: ['x'], createTime: '2026-01-01', updateTime: '2026-01-02' };
    await provider.update('book', { id: 9, data: { ...read, title: 'B', tags: ['x'] }, previousData: read });
    expect(calls[0]!.body).toEqual({ id: 9, title: 'B', updateTime: '2026-01-02' });
  });

  it('saves all of what was proposed and never saved before', async () => {
    const { provider, calls } = providerOver({
      'POST /books/save': () => ({ data: { id: 9 } }),
      'GET /books/info/9': () => ({ data: { id: 9 } }),
    });
    const proposed = { id: 9, title: 'A', state: 1 };
    await provider.update('book', { id: 9, data: { ...proposed, title: 'B' }, previousData: proposed });
    expect(calls[0]!.body).toEqual({ id: 9, title: 'B', state: 1 });
  });

  it('rejects a refusal with its message and the field messages where forms look for them', async () => {
    const { provider } = providerOver({
      'POST /books/save': () => ({
        statusCode: 400,
        message: 'Parameter error',
        data: { errors: { title: 'exists' } },
      }),
    });
    await expect(provider.create('book', { data: {} })).rejects.toMatchObject({
      message: 'Parameter error',
      status: 400,
      body: { errors: { title: 'exists' } },
    });
  });

  it('titles a 403 Forbidden', async () => {
    const { provider } = providerOver({ 'GET /books/list': () => ({ status: 403, message: 'No right' }) });
    await expect(provider.getList('book', { ...PAGE, filter: {} })).rejects.toMatchObject({
      status: 403,
      message: 'Forbidden\nNo right',
    });
  });

  it('takes a step of one record with each of several, and names those that were left out', async () => {
    const { provider, calls } = providerOver({
      'POST /books/retire/1': () => ({ data: null, message: 'Done' }),
      'POST /books/retire/2': () => ({
        statusCode: 400,
        message: 'Parameter error',
        data: { errors: { reason: 'Required' } },
      }),
    });
    const answer = await provider.action('book', 'retire', { ids: [1, 2], reason: 'old' });
    expect(answer.data).toEqual({ failures: [{ id: 2, message: 'Required' }] });
    expect(calls.map(({ body }) => body)).toEqual([
      { state: 2, reason: 'old' },
      { state: 2, reason: 'old' },
    ]);
    await expect(provider.action('book', 'retire', { ids: [2] })).rejects.toMatchObject({
      body: { errors: { reason: 'Required' } },
    });
  });

  it('puts the id of an action in its path or its body, with the declared values', async () => {
    const { provider, calls } = providerOver({ 'POST /books/retire/4': () => ({}), 'POST /books/lend': () => ({}) });
    await provider.action('book', 'retire', { id: 4, reason: 'old' });
    await provider.action('book', 'lend', { id: 4 });
    expect(calls.map(({ body }) => body)).toEqual([{ state: 2, reason: 'old' }, { id: 4 }]);
  });

  it('deletes several rows one by one and reports those that stay', async () => {
    const { provider } = providerOver({
      'DELETE /books/delete/1': () => ({}),
      'DELETE /books/delete/2': () => ({ statusCode: 400, message: 'in use' }),
    });
    expect(await provider.deleteEach('book', [1, 2])).toEqual({ data: [1], failed: [{ id: 2, message: 'in use' }] });
  });

  it('asks for several records by their ids, a hundred at a time, and for those of one other record by its field', async () => {
    const { provider, calls } = providerOver({ 'GET /books/list': () => ({ data: { list: [{ id: 1 }], total: 1 } }) });
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    expect((await provider.getMany('book', { ids })).data).toHaveLength(2);
    expect(calls.map(({ query }) => query['ids'])).toEqual([ids.slice(0, 100).join(','), '101']);
    await provider.getManyReference('book', { ...PAGE, target: 'shopId', id: 4, filter: { state: 0 } });
    expect(calls.at(-1)!.query).toEqual({
      pageNo: '2',
      pageSize: '20',
      sortField: 'title',
      sortOrder: 'descend',
      state: '0',
      shopId: '4',
    });
  });

  it('changes several records one by one', async () => {
    const { provider, calls } = providerOver({ 'POST /books/save': () => ({ data: { id: 1 } }) });
    expect(await provider.updateMany('book', { ids: [1, 2], data: { state: 1 } })).toEqual({ data: [1, 2] });
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/books/save', { state: 1, id: 1 }],
      ['POST', '/books/save', { state: 1, id: 2 }],
    ]);
  });

  it('deletes a record by its path, and of several what may go; where none may, it says why', async () => {
    const inUse = (): Reply => ({ statusCode: 400, message: 'in use' });
    const { provider, calls } = providerOver({
      'DELETE /books/delete/1': () => ({}),
      'DELETE /books/delete/2': inUse,
    });
    expect(await provider.delete('book', { id: 1, previousData: { id: 1, title: 'A' } })).toEqual({
      data: { id: 1, title: 'A' },
    });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /books/delete/1']);
    expect(await provider.deleteMany('book', { ids: [1, 2] })).toEqual({ data: [1] });
    await expect(provider.deleteMany('book', { ids: [2] })).rejects.toMatchObject({ message: 'in use', status: 400 });
  });

  it('hands the abort signal to the call', async () => {
    const { provider, fetch } = providerOver({ 'GET /books/list': () => ({ data: [] }) });
    const controller = new AbortController();
    await provider.getList('book', { ...PAGE, filter: {}, signal: controller.signal });
    const { signal } = fetch.mock.calls[0]![1]!;
    controller.abort();
    expect(signal!.aborted).toBe(true);
  });
});

describe('dataProvider for a resource without paths', () => {
  it('speaks simple-rest below /resources', async () => {
    const { provider, calls } = providerOver({
      'GET /resources/note': () => new Response('[{"id":1}]', { headers: { 'Content-Range': 'note 0-0/1' } }),
    });
    expect(
      await provider.getList('note', {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'id', order: 'ASC' },
        filter: { text: 'a' },
      }),
    ).toEqual({ data: [{ id: 1 }], total: 1 });
    expect(calls[0]!.query).toEqual({ filter: '{"text":"a"}', range: '[0,9]', sort: '["id","ASC"]' });
  });
});
